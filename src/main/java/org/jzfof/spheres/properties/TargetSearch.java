package org.jzfof.spheres.properties;

/**
 * Finds the smallest squared distance q that encloses a given number of members of a group, or a
 * given mass, from the masses within smaller and smaller ranges of distances.
 */
final class TargetSearch implements ProfileQueries {
  private final int index;
  private final int column;
  private final long target;

  /** Lower bound, excluded, of q + 1. */
  private long low;

  /** Upper bound, included, of q + 1. */
  private long high;

  private long[] below = {0, 0};
  private long[] within;

  /**
   * @param index index of the group among the searched groups
   * @param column column of the answers: 0 for numbers, 1 for masses
   * @param target number or mass to reach, at least 1
   * @param all number and mass within the largest square
   */
  TargetSearch(int index, int column, long target, long largest, long[] all) {
    this.index = index;
    this.column = column;
    this.target = target;
    this.high = largest + 1;
    this.within = all;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public long[] squares() {
    return ProfileQueries.between(low, high);
  }

  @Override
  public void step(long[] squares, long[] answers) {
    for (int i = 0; i < squares.length; i++) {
      long[] answer = {answers[2 * i], answers[2 * i + 1]};
      if (answer[column] >= target) {
        high = squares[i] + 1;
        within = answer;
        return;
      }
      low = squares[i] + 1;
      below = answer;
    }
  }

  /** Returns the square that was found, after the end of the search. */
  long square() {
    return high - 1;
  }

  /** Returns number and mass within the square. */
  long[] within() {
    return within;
  }

  /** Returns number and mass within all smaller squares. */
  long[] below() {
    return below;
  }
}
