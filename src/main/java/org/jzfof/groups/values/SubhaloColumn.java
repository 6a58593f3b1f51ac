package org.jzfof.groups.values;

import java.util.function.ToIntFunction;

/**
 * A column of a {@link SubhaloTable}, in units of the snapshot: comoving lengths but where they are
 * said to be physical, peculiar velocities.
 */
public enum SubhaloColumn {
  /** Number of its group among those of the rank. */
  GROUP(1),
  /** Rank in its group: 0 for the longest. */
  RANK(1),
  /** Rank of the subhalo around it, or 0. */
  PARENT(1),
  /** Members. */
  LENGTH(1),
  /** ID of the member of lowest energy. */
  MOST_BOUND(1),
  /** ID of the member of lowest potential. */
  DEEPEST(1),
  /** Members of each type. */
  LENGTH_TYPE(0),
  /** Mass of all members. */
  MASS(1),
  /** Mass of the members of each type. */
  MASS_TYPE(0),
  /** Place of the deepest member. */
  POSITION(3),
  /** Centre of mass, in the box. */
  CENTRE_OF_MASS(3),
  /** Mean velocity. */
  VELOCITY(3),
  /** One-dimensional, with the expansion about the centre of mass. */
  DISPERSION(1),
  /** Specific angular momentum, physical length times velocity. */
  SPIN(3),
  /** Largest circular velocity. */
  VMAX(1),
  /** Where that is, physical. */
  VMAX_RADIUS(1),
  /** Distance of the farthest member from the deepest one, physical. */
  ENCLOSING_RADIUS(1),
  /** Radius of half the mass, physical. */
  HALF_MASS_RADIUS(1),
  /** The same of each type. */
  HALF_MASS_RADIUS_TYPE(0),
  /** Mass closer than the radius of half the mass of the stars. */
  MASS_IN_HALF_RADIUS(1),
  /** The same of each type. */
  MASS_IN_HALF_RADIUS_TYPE(0),
  /** Mass closer than twice that radius. */
  MASS_IN_TWICE_HALF_RADIUS(1),
  /** The same of each type. */
  MASS_IN_TWICE_HALF_RADIUS_TYPE(0),
  /** Mass closer than the radius of the largest circular velocity. */
  MASS_IN_VMAX_RADIUS(1),
  /** The same of each type. */
  MASS_IN_VMAX_RADIUS_TYPE(0),
  /** Sum of the star formation rates of the members, as the snapshot has them. */
  STAR_FORMATION_RATE(1);

  private static final SubhaloColumn[] ALL = values();

  /** Numbers of the columns before each, and of all, but those of each type. */
  private static final int[] SINGLE = sums(column -> column.width);

  /** Columns of each type before each, and of all. */
  private static final int[] OF_TYPES = sums(column -> column.width == 0 ? 1 : 0);

  private final int width;

  SubhaloColumn(int width) {
    this.width = width;
  }

  private static int[] sums(ToIntFunction<SubhaloColumn> number) {
    int[] sums = new int[ALL.length + 1];
    for (int c = 0; c < ALL.length; c++) {
      sums[c + 1] = sums[c] + number.applyAsInt(ALL[c]);
    }
    return sums;
  }

  /** Numbers per subhalo. */
  public int width(int types) {
    return width == 0 ? types : width;
  }

  /** Whether these are real numbers, which come behind the integers. */
  private boolean isReal() {
    return ordinal() >= MASS.ordinal();
  }

  /** Place of the first of these among the integers, or the real numbers, of a subhalo. */
  int start(int types) {
    return before(ordinal(), types) - (isReal() ? integers(types) : 0);
  }

  /** Integers of a subhalo. */
  static int integers(int types) {
    return before(MASS.ordinal(), types);
  }

  /** Real numbers of a subhalo. */
  static int reals(int types) {
    return before(ALL.length, types) - integers(types);
  }

  private static int before(int column, int types) {
    return SINGLE[column] + types * OF_TYPES[column];
  }
}
