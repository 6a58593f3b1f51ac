package org.jzfof.groups;

import java.util.Arrays;
import org.jzfof.comm.rows.TypedColumns;

/**
 * What the members of groups add up to, group by group; per type g·types + type, vectors 3·g +
 * dimension.
 *
 * @param length members per group
 * @param lengthType members per group and type
 * @param mass group mass, snapshot mass units
 * @param massType mass per group and type
 * @param position periodic centre of mass in the box, snapshot length units
 * @param velocity mass-weighted mean of the stored velocities
 * @param inertiaRadius sqrt(sum m |x - x_com|^2 / M), snapshot length units
 * @param velocityDispersion 1-D: sqrt(sum m |v - v_mean|^2 / 3M), in stored velocity units
 * @param enclosingRadius largest distance of a member from the centre of mass, snapshot length
 *     units; zeros where it was not asked for
 */
public record GroupSums(
    long[] length,
    long[] lengthType,
    double[] mass,
    double[] massType,
    double[] position,
    double[] velocity,
    double[] inertiaRadius,
    double[] velocityDispersion,
    double[] enclosingRadius) {
  /** Zeros, to be filled. */
  static GroupSums allocate(int groups, int types) {
    return new GroupSums(
        new long[groups],
        new long[groups * types],
        new double[groups],
        new double[groups * types],
        new double[3 * groups],
        new double[3 * groups],
        new double[groups],
        new double[groups],
        new double[groups]);
  }

  /**
   * Adds all columns but the mass to some, in their order in a {@link GroupTable}.
   *
   * @param types number of particle types
   */
  public TypedColumns columns(TypedColumns before, int types) {
    return before
        .longs(length, 1)
        .longs(lengthType, types)
        .doubles(massType, types)
        .doubles(position, 3)
        .doubles(velocity, 3)
        .doubles(inertiaRadius, 1)
        .doubles(velocityDispersion, 1)
        .doubles(enclosingRadius, 1);
  }

  /** Sets the masses to the sums of those of all types. */
  public void addMasses(int types) {
    Arrays.parallelSetAll(
        mass,
        g -> {
          double sum = 0;
          for (int t = 0; t < types; t++) {
            sum += massType[g * types + t];
          }
          return sum;
        });
  }
}
