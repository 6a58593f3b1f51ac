package org.jzfof.subhalo;

/** Runs loops, by one thread or several. */
@FunctionalInterface
public interface Loops {
  /** By the thread that asks. */
  Loops SERIAL = (n, grain, body) -> body.run(0, n);

  /** Body of a loop over part of a range. */
  @FunctionalInterface
  interface Body {
    /** Does the steps [from, to). */
    void run(int from, int to);
  }

  /**
   * Runs a loop over [0, n); its parts are independent of each other.
   *
   * @param grain steps that are worth a part
   */
  void forRange(int n, int grain, Body body);
}
