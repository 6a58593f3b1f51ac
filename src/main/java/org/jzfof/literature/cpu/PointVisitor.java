package org.jzfof.literature.cpu;

/** Visitor of the points that a {@link TreeTraversal} finds. */
interface PointVisitor {
  /** Distance beyond which no points are accepted. */
  double bound();

  /**
   * Visits a point.
   *
   * @return whether points at the same distance with larger rows may be accepted
   */
  boolean offer(double distance, int row);
}
