package org.jzfof.spheres.properties;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.spheres.SphereAttributes;

/**
 * What frames of motions inside spheres follow from, besides the centres.
 *
 * @param velocity stored velocities of the frames [3n]
 * @param mass upper bounds of the masses inside [n]
 * @param radius upper bounds of the distances from the centres, in length units [n]
 * @param flow stored velocities per distance of the expansion [n]
 */
public record MotionFrames(double[] velocity, double[] mass, double[] radius, double[] flow)
    implements SphereAttributes<MotionFrames> {
  /** Allocates frames of zeros, to be filled. */
  static MotionFrames allocate(int count) {
    return new MotionFrames(
        new double[3 * count], new double[count], new double[count], new double[count]);
  }

  @Override
  public MotionFrames like(int spheres) {
    return allocate(spheres);
  }

  @Override
  public TypedColumns columns() {
    return new TypedColumns()
        .doubles(velocity, 3)
        .doubles(mass, 1)
        .doubles(radius, 1)
        .doubles(flow, 1);
  }
}
