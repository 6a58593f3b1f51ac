package org.jzfof.neighbours.cpu;

/** Takes the points that a {@link BallSearch} finds for the queries of a group. */
interface BallSink {
  /** Whether the points of a node may come together. */
  boolean takesWholeNodes();

  /** The points at places [first, end) are neighbours of query q of the group. */
  void addAll(int q, int first, int end);

  /** The points at the first {@code n} of the places are neighbours of query q of the group. */
  void add(int q, int[] places, int n);

  /**
   * All neighbours of query q of the group have come.
   *
   * @param row of the query
   * @param place of the query among those in Morton order
   */
  void finish(int q, int row, int place);
}
