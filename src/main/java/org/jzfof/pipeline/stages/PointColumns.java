package org.jzfof.pipeline.stages;

import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;

/**
 * Points in Morton order with the columns that their rows lead to: those of all of them, or of
 * members of groups alone, where the rows of the others mean nothing.
 *
 * @param points belong to another, all but the rows
 */
record PointColumns(SortedPoints points, Particles particles) implements AutoCloseable {
  @Override
  public void close() {
    Cleanup.close(points.row(), particles);
  }
}
