package org.jzfof.literature.cpu;

/** Takes the points that a {@link TreeTraversal} comes by. */
interface PointVisitor {
  /** Points beyond this distance are not wanted. */
  double bound();

  /**
   * Takes a point.
   *
   * @return whether points at the same distance with larger rows may be wanted
   */
  boolean offer(double distance, int row);
}
