package org.jzfof.pipeline;

/** How many random configurations a test tries. */
final class Configurations {
  private Configurations() {}

  /**
   * So many, or fewer where {@code -Djzfof.test.configurations} says so: for checkers under which
   * each of them takes seconds.
   */
  static int atMost(int number) {
    return Math.min(number, Integer.getInteger("jzfof.test.configurations", number));
  }
}
