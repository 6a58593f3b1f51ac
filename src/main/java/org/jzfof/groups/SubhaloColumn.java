package org.jzfof.groups;

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
  /** Radius of half the mass, physical. */
  HALF_MASS_RADIUS(1),
  /** The same of each type. */
  HALF_MASS_RADIUS_TYPE(0);

  private static final SubhaloColumn[] ALL = values();

  private final int width;

  SubhaloColumn(int width) {
    this.width = width;
  }

  /** Numbers per subhalo. */
  public int width(int types) {
    return width == 0 ? types : width;
  }

  /** Place of the first of these in a row. */
  int start(int types) {
    int start = 0;
    for (int c = 0; c < ordinal(); c++) {
      start += ALL[c].width(types);
    }
    return start;
  }

  /** Numbers of all columns. */
  static int all(int types) {
    SubhaloColumn last = ALL[ALL.length - 1];
    return last.start(types) + last.width(types);
  }
}
