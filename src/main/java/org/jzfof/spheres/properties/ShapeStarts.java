package org.jzfof.spheres.properties;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.spheres.SphereAttributes;

/**
 * Spheres from which iterations of shapes begin.
 *
 * @param radius major axis of the {@link Ellipsoids}, in length units [n]
 * @param unit factor of masses before their rounding [n]
 * @param number number of particles inside [n]
 */
public record ShapeStarts(double[] radius, double[] unit, long[] number)
    implements SphereAttributes<ShapeStarts> {
  /** Allocates starts of zeros, to be filled. */
  static ShapeStarts allocate(int count) {
    return new ShapeStarts(new double[count], new double[count], new long[count]);
  }

  @Override
  public ShapeStarts like(int spheres) {
    return allocate(spheres);
  }

  @Override
  public TypedColumns columns() {
    return new TypedColumns().doubles(radius, 1).doubles(unit, 1).longs(number, 1);
  }
}
