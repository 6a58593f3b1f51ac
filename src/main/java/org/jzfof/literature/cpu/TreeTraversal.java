package org.jzfof.literature.cpu;

/** A walk through the positions in the index of a method. Each task has its own instance. */
@FunctionalInterface
interface TreeTraversal {
  /** Passes at least the points within the bound of a query to a visitor. */
  void run(double x, double y, double z, PointVisitor to);
}
