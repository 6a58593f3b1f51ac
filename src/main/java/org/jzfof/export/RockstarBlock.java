package org.jzfof.export;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.RowRange;

/**
 * The values of some haloes in ROCKSTAR's units: Msun/h, comoving Mpc/h and kpc/h, km/s. A value
 * that a halo does not have is 0, as consistent-trees refuses NaN.
 */
final class RockstarBlock {
  private static final double MASS = 1e10;
  private static final double KPC = 1e3;

  /** Radius of the largest circular velocity of an NFW halo, in scale radii. */
  private static final double NFW_PEAK = 2.16258;

  private final RockstarHaloes haloes;
  private final RowRange rows;
  private final int count;
  private final Map<CatalogueColumn, double[]> read = new HashMap<>();
  private final RowRange groups; // those of the haloes
  private final int[] group; // of each halo, in the range of groups
  private final long[] first; // subhalo of each group of the range

  /**
   * @param rows numbers of the haloes
   */
  RockstarBlock(RockstarHaloes haloes, RowRange rows) {
    this.haloes = haloes;
    this.rows = rows;
    this.count = (int) rows.count();
    if (haloes.hasParents()) {
      long[] number = haloes.table().longs(SubhaloColumns.GROUP, rows);
      long least = LongStream.of(number).min().orElse(0);
      groups = new RowRange(least, LongStream.of(number).max().orElse(0) - least + 1);
      group = LongStream.of(number).mapToInt(g -> (int) (g - least)).toArray();
      first = haloes.groups().longs(GroupColumns.FIRST_SUBHALO, groups);
    } else {
      groups = rows;
      group = new int[count];
      Arrays.setAll(group, i -> i);
      first = null;
    }
  }

  RowRange rows() {
    return rows;
  }

  /** Returns a number for each halo; 0 for what is not finite. */
  double[] each(IntToDoubleFunction value) {
    double[] values = new double[count];
    Arrays.setAll(
        values,
        i -> {
          double of = value.applyAsDouble(i);
          return Double.isFinite(of) ? of : 0;
        });
    return values;
  }

  /** Returns the numbers of the haloes. */
  long[] ids() {
    long[] ids = new long[count];
    Arrays.setAll(ids, i -> rows.first() + i);
    return ids;
  }

  /** Returns the number of the descendant of each halo; -1 if none is known. */
  long[] descendants() {
    if (haloes.haveDescendants()) {
      return haloes.descendants().read(rows);
    }
    long[] none = new long[count];
    Arrays.fill(none, -1);
    return none;
  }

  /** Returns the number of the halo around each; -1 for haloes that are in no other. */
  long[] parents() {
    long[] parents = new long[count];
    Arrays.fill(parents, -1);
    if (first != null) {
      double[] rank = own(SubhaloColumns.PARENT);
      for (int i = 0; i < count; i++) {
        if (!isFirst(i)) {
          parents[i] = first[group[i]] + (long) rank[i];
        }
      }
    }
    return parents;
  }

  private boolean isFirst(int halo) {
    return first == null || first[group[halo]] == rows.first() + halo;
  }

  /** Returns the numbers of particles. */
  long[] lengths() {
    return haloes.table().longs(haloes.own(SubhaloColumns.LENGTH, GroupColumns.LENGTH), rows);
  }

  /** Returns a column of the haloes; zeros if there is none. */
  private double[] own(CatalogueColumn column) {
    return read.computeIfAbsent(
        column,
        c ->
            haloes.table().has(c)
                ? haloes.table().doubles(c, rows)
                : new double[count * Math.max(1, c.width())]);
  }

  private double[] own(CatalogueColumn ofSubhaloes, CatalogueColumn ofGroups) {
    return own(haloes.own(ofSubhaloes, ofGroups));
  }

  /** Returns a number of the sphere around each first halo of a group; 0 for others. */
  double[] sphere(CatalogueColumn column, int component) {
    if (!haloes.groups().has(column)) {
      return new double[count];
    }
    double[] ofGroups = read.computeIfAbsent(column, c -> haloes.groups().doubles(c, groups));
    int width = column.width();
    return each(i -> isFirst(i) ? ofGroups[group[i] * width + component] : 0);
  }

  /** Returns the mass inside a sphere in Msun/h. */
  double[] sphereMass(String limit) {
    double[] mass = sphere(RockstarHaloes.sphere(SphereColumns.MASS, limit), 0);
    return each(i -> MASS * mass[i]);
  }

  private double[] members() {
    return own(SubhaloColumns.MASS, GroupColumns.MASS);
  }

  /** Virial masses in Msun/h: inside the sphere, else of all members. */
  double[] mass() {
    double[] inside = sphereMass("vir");
    double[] members = members();
    return each(i -> inside[i] > 0 ? inside[i] : MASS * members[i]);
  }

  /** Virial radii in comoving kpc/h: those of the spheres, else those of the masses. */
  double[] radius() {
    double[] inside = sphere(SphereColumns.RADIUS.at(RockstarHaloes.VIRIAL), 0);
    double[] mass = sphereMass("vir");
    double[] members = members();
    double volume = 4 * Math.PI / 3 * haloes.virialDensity();
    return each(i -> KPC * (mass[i] > 0 ? inside[i] : Math.cbrt(members[i] / volume)));
  }

  /** Scale radii in comoving kpc/h: by concentration, else by the largest circular velocity. */
  double[] scaleRadius() {
    double[] concentration = sphere(RockstarHaloes.sphere(SphereColumns.CONCENTRATION, "vir"), 0);
    double[] radius = radius();
    double[] peak = peakScaleRadius();
    return each(i -> concentration[i] > 0 ? radius[i] / concentration[i] : peak[i]);
  }

  /** Scale radii in comoving kpc/h of NFW haloes with the largest circular velocity. */
  double[] peakScaleRadius() {
    double[] peak = own(SubhaloColumns.VMAX_RADIUS, GroupColumns.VMAX_RADIUS);
    return each(i -> KPC * peak[i] / (NFW_PEAK * haloes.scaleFactor()));
  }

  double[] vmax() {
    double[] vmax = own(SubhaloColumns.VMAX, GroupColumns.VMAX);
    return each(i -> vmax[i]);
  }

  /** Root mean squares of all three components of the velocities. */
  double[] vrms() {
    double[] dispersion = own(SubhaloColumns.VELOCITY_DISPERSION, GroupColumns.VELOCITY_DISPERSION);
    return each(i -> Math.sqrt(3) * dispersion[i]);
  }

  /** Coordinates in comoving Mpc/h. */
  double[] position(int axis) {
    double[] position = own(SubhaloColumns.POSITION, GroupColumns.POSITION);
    return each(i -> position[3 * i + axis]);
  }

  /** Components of peculiar velocities; those of groups are stored times the scale factor. */
  double[] velocity(int axis) {
    double[] velocity = own(SubhaloColumns.VELOCITY, GroupColumns.VELOCITY);
    double factor = haloes.areSubhaloes() ? 1 : 1 / haloes.scaleFactor();
    return each(i -> factor * velocity[3 * i + axis]);
  }

  /** Angular momenta of the members in Msun/h, physical Mpc/h and km/s. */
  double[] angularMomentum(int axis) {
    double[] spin = own(SubhaloColumns.SPIN, GroupColumns.SPIN);
    double[] members = members();
    return each(i -> MASS * members[i] * spin[3 * i + axis]);
  }

  /** Spin parameters |j| / sqrt(2 G M R) (Bullock et al. 2001), of the members. */
  double[] spinParameter() {
    double[] spin = own(SubhaloColumns.SPIN, GroupColumns.SPIN);
    double[] mass = mass();
    double[] radius = radius();
    double factor = 2 * haloes.gravity() * haloes.scaleFactor() / (MASS * KPC);
    return each(
        i ->
            Math.hypot(Math.hypot(spin[3 * i], spin[3 * i + 1]), spin[3 * i + 2])
                / Math.sqrt(factor * mass[i] * radius[i]));
  }

  /** Distances of the centres of mass from the positions in comoving kpc/h. */
  double[] offset() {
    double[] centre = own(SubhaloColumns.CENTRE_OF_MASS, GroupColumns.CENTRE_OF_MASS);
    double[] position = own(SubhaloColumns.POSITION, GroupColumns.POSITION);
    if (!haloes.has(SubhaloColumns.CENTRE_OF_MASS, GroupColumns.CENTRE_OF_MASS)) {
      return new double[count];
    }
    double[] side = haloes.boxSize();
    return each(
        i -> {
          double square = 0;
          for (int d = 0; d < 3; d++) {
            double x = centre[3 * i + d] - position[3 * i + d];
            double nearest = haloes.periodic() ? x - side[d] * Math.rint(x / side[d]) : x;
            square += nearest * nearest;
          }
          return KPC * Math.sqrt(square);
        });
  }

  /** Radii in comoving kpc/h with half of the mass. */
  double[] halfMassRadius() {
    double[] half = own(SubhaloColumns.HALF_MASS_RADIUS, GroupColumns.HALF_MASS_RADIUS);
    return each(i -> KPC * half[i] / haloes.scaleFactor());
  }
}
