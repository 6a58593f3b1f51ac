package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;

/**
 * How many random configurations a test tries, and on how many ranks: fewer where {@code
 * -Djzfof.test.configurations} and {@code -Djzfof.test.ranks} say so, for checkers under which each
 * of them takes seconds.
 */
public final class Configurations {
  private Configurations() {}

  /** So many, or fewer. */
  public static int atMost(int number) {
    return Math.min(number, Integer.getInteger("jzfof.test.configurations", number));
  }

  /** So many with the tree, and an eighth of them with other methods, which share its code. */
  public static int atMost(int number, SearchMethod method) {
    return atMost(method.kind() == NeighbourMethod.TREE ? number : (number + 7) / 8);
  }

  /** The numbers of ranks that are not left out; the first one never is. */
  public static int[] ranks(int... numbers) {
    int most = Math.max(numbers[0], Integer.getInteger("jzfof.test.ranks", Integer.MAX_VALUE));
    return Arrays.stream(numbers).filter(ranks -> ranks <= most).toArray();
  }
}
