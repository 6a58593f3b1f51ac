package org.jzfof.literature;

import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;

/** The index that a method builds from points. */
public interface MethodIndex extends NeighbourIndex {
  /** Where points are, in the order in which the method has them. */
  DistinctPoints places();

  /** The points as they were read. */
  default Coordinates points() {
    return places().points();
  }

  /** The box of the points. */
  default Box box() {
    return places().box();
  }

  @Override
  default long count() {
    return points().count();
  }
}
