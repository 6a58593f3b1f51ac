package org.jzfof.literature;

import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;

/** The index that a method builds from points. */
public interface MethodIndex extends NeighbourIndex {
  /** Distinct positions of the points, in the order of the method. */
  DistinctPoints positions();

  /** The points as they were read. */
  default Coordinates points() {
    return positions().points();
  }

  /** The box of the points. */
  default Box box() {
    return positions().box();
  }

  @Override
  default long count() {
    return points().count();
  }
}
