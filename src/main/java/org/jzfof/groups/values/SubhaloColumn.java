package org.jzfof.groups.values;

import java.util.function.ToIntFunction;

/**
 * A column of a {@link SubhaloTable}, in units of the snapshot: comoving lengths unless described
 * as physical, peculiar velocities.
 */
public enum SubhaloColumn {
  /** Index of the group among those of the rank. */
  GROUP(1),
  /** Rank in the group: 0 for the longest subhalo. */
  RANK(1),
  /** Rank of the surrounding subhalo, or 0. */
  PARENT(1),
  /** Number of members. */
  LENGTH(1),
  /** ID of the member of lowest energy. */
  MOST_BOUND(1),
  /** ID of the member of lowest potential. */
  DEEPEST(1),
  /** Number of members of each type. */
  LENGTH_TYPE(Per.TYPE),
  /** Mass of all members. */
  MASS(1),
  /** Mass of the members of each type. */
  MASS_TYPE(Per.TYPE),
  /** Position of the deepest member. */
  POSITION(3),
  /** Centre of mass, in the box. */
  CENTRE_OF_MASS(3),
  /** Mean velocity. */
  VELOCITY(3),
  /** One-dimensional velocity dispersion, with the Hubble expansion about the centre of mass. */
  DISPERSION(1),
  /** Specific angular momentum, physical length times velocity. */
  SPIN(3),
  /** Largest circular velocity. */
  VMAX(1),
  /** Radius of the largest circular velocity, physical. */
  VMAX_RADIUS(1),
  /** Distance of the farthest member from the deepest one, physical. */
  ENCLOSING_RADIUS(1),
  /** Radius of half the mass, physical. */
  HALF_MASS_RADIUS(1),
  /** Radius of half the mass of each type, physical. */
  HALF_MASS_RADIUS_TYPE(Per.TYPE),
  /** Mass closer than the radius of half the mass of the stars. */
  MASS_IN_HALF_RADIUS(1),
  /** MASS_IN_HALF_RADIUS of each type. */
  MASS_IN_HALF_RADIUS_TYPE(Per.TYPE),
  /** Mass closer than twice that radius. */
  MASS_IN_TWICE_HALF_RADIUS(1),
  /** MASS_IN_TWICE_HALF_RADIUS of each type. */
  MASS_IN_TWICE_HALF_RADIUS_TYPE(Per.TYPE),
  /** Mass closer than the radius of the largest circular velocity. */
  MASS_IN_VMAX_RADIUS(1),
  /** MASS_IN_VMAX_RADIUS of each type. */
  MASS_IN_VMAX_RADIUS_TYPE(Per.TYPE),
  /** Sum of the star formation rates of the members, as the snapshot has them. */
  STAR_FORMATION_RATE(1),
  /** For each aperture: mass of the members in it, in all and of each type. */
  MASS_IN_APERTURES(Per.APERTURE),
  /** For each aperture: mass of all particles in it, in all and of each type. */
  MASS_OF_ALL_IN_APERTURES(Per.APERTURE);

  /** Objects that have one value each. */
  private enum Per {
    SUBHALO,
    TYPE,
    /** All types together and each type, for each aperture. */
    APERTURE
  }

  private static final SubhaloColumn[] ALL = values();

  /**
   * Number of values in the columns before each, and in all columns, without those per type or
   * aperture.
   */
  private static final int[] SINGLE = sums(column -> column.per == Per.SUBHALO ? column.width : 0);

  /** Number of columns per type before each column, and in all. */
  private static final int[] OF_TYPES = sums(column -> column.per == Per.TYPE ? 1 : 0);

  /** Number of columns per aperture before each column, and in all. */
  private static final int[] OF_APERTURES = sums(column -> column.per == Per.APERTURE ? 1 : 0);

  private final Per per;
  private final int width;

  SubhaloColumn(int width) {
    this.per = Per.SUBHALO;
    this.width = width;
  }

  SubhaloColumn(Per per) {
    this.per = per;
    this.width = 1;
  }

  private static int[] sums(ToIntFunction<SubhaloColumn> number) {
    int[] sums = new int[ALL.length + 1];
    for (int c = 0; c < ALL.length; c++) {
      sums[c + 1] = sums[c] + number.applyAsInt(ALL[c]);
    }
    return sums;
  }

  /** Returns the number of values per subhalo. */
  public int width(int types, int apertures) {
    return switch (per) {
      case SUBHALO -> width;
      case TYPE -> types;
      case APERTURE -> apertures * (1 + types);
    };
  }

  /** Returns whether the column has a value per particle type. */
  public boolean ofEachType() {
    return per == Per.TYPE;
  }

  /** Returns whether the column holds real numbers; these columns follow the integers. */
  private boolean isReal() {
    return ordinal() >= MASS.ordinal();
  }

  /** Returns the index of the first value among the integers, or the real numbers, of a subhalo. */
  public int start(int types, int apertures) {
    return before(ordinal(), types, apertures) - (isReal() ? integers(types) : 0);
  }

  /** Returns the number of integers per subhalo. */
  public static int integers(int types) {
    return before(MASS.ordinal(), types, 0);
  }

  /** Returns the number of real numbers per subhalo. */
  public static int reals(int types, int apertures) {
    return before(ALL.length, types, apertures) - integers(types);
  }

  private static int before(int column, int types, int apertures) {
    return SINGLE[column]
        + types * OF_TYPES[column]
        + apertures * (1 + types) * OF_APERTURES[column];
  }
}
