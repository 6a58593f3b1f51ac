package org.jzfof.neighbours.cpu;

/** Receives the points that a {@link BallSearch} finds for the queries of a group. */
interface BallSink {
  /** Whether the points of a node may be added together. */
  boolean acceptsNodes();

  /** Whether points behind the last query of the group, in Morton order, are neighbours as well. */
  default boolean acceptsPointsBehind() {
    return true;
  }

  /** Adds the points [first, end) of the index as neighbours of query q of the group. */
  void addAll(int q, int first, int end);

  /** Adds the first {@code n} of {@code points} as neighbours of query q of the group. */
  void add(int q, int[] points, int n);

  /**
   * Completes query q of the group after all its neighbours have been added.
   *
   * @param query index of the query in Morton order
   */
  void finish(int q, int row, int query);
}
