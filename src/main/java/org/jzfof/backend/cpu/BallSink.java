package org.jzfof.backend.cpu;

/** Takes the points that a {@link BallSearch} finds for the queries of a group. */
interface BallSink {
  /** Whether the points of a node may come together. */
  boolean takesWholeNodes();

  /** The points at places [first, end) are neighbours of query q of the group. */
  void addAll(int q, int first, int end);

  /** The point at a place is a neighbour. */
  void add(int q, int place);

  /**
   * The points of a batch whose squares are at most a bound are neighbours.
   *
   * @param points how many these are
   */
  void addSure(int q, int points, PointBatch batch, float most);

  /**
   * All neighbours of query q of the group have come.
   *
   * @param row of the query
   * @param place of the query among those in Morton order
   */
  void finish(int q, int row, int place);
}
