package org.jzfof.neighbours;

/** Radii of the points of an index, and the largest one in each of its nodes. */
public interface PointRadii extends AutoCloseable {
  @Override
  void close();
}
