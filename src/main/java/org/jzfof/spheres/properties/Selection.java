package org.jzfof.spheres.properties;

/**
 * Finds the smallest squared distance q within which a group has a given number of members, or a
 * given mass, from the masses within ever smaller ranges of distances.
 */
final class Selection implements ProfileQueries {
  private final int place;
  private final int column;
  private final long target;

  /** What is asked for has q + 1 above this. */
  private long low;

  /** And at most this. */
  private long high;

  private long[] below = {0, 0};
  private long[] within;

  /**
   * @param place of the group among those that are asked about
   * @param column of the answers: 0 for numbers, 1 for masses
   * @param target what is to be reached, at least 1
   * @param all number and mass within the largest square
   */
  Selection(int place, int column, long target, long largest, long[] all) {
    this.place = place;
    this.column = column;
    this.target = target;
    this.high = largest + 1;
    this.within = all;
  }

  @Override
  public int place() {
    return place;
  }

  @Override
  public long[] squares() {
    return ProfileQueries.between(low, high);
  }

  @Override
  public void take(long[] squares, long[] answers) {
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

  /** The square that was found, where there are no questions left. */
  long square() {
    return high - 1;
  }

  /** Number and mass within it. */
  long[] within() {
    return within;
  }

  /** Number and mass within all smaller ones. */
  long[] below() {
    return below;
  }
}
