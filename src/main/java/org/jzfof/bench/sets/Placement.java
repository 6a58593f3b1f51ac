package org.jzfof.bench.sets;

import org.jzfof.domain.Box;

/** Puts each of a set's points at its place, which follows from its number alone. */
@FunctionalInterface
interface Placement {
  /**
   * Several threads may call it at once.
   *
   * @param xyz receives the coordinates [3]
   */
  void place(long number, double[] xyz);

  /**
   * Fits points of the unit cube into a box, which they then touch only at its lower corner, also
   * in float32. Where a side of the box is 0, they are projected onto it.
   */
  default Placement in(Box box) {
    double[] lower = box.lower();
    double[] size = box.size();
    return (number, xyz) -> {
      place(number, xyz);
      for (int d = 0; d < 3; d++) {
        float rounded = (float) (lower[d] + (xyz[d] - Math.floor(xyz[d])) * size[d]);
        xyz[d] = rounded < lower[d] + size[d] ? rounded : lower[d];
      }
    };
  }
}
