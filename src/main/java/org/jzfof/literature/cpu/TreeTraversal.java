package org.jzfof.literature.cpu;

/** A walk through places that a method has put in order. One instance per thread of work. */
@FunctionalInterface
interface TreeTraversal {
  /** Shows the points within the bound of a query to a sink, and maybe others. */
  void run(double x, double y, double z, PointVisitor to);
}
