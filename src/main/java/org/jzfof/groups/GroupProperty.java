package org.jzfof.groups;

/**
 * A column of properties of groups about their centres, in units of the snapshot: comoving lengths,
 * peculiar velocities.
 */
public enum GroupProperty {
  /** Largest sqrt(G M(&lt;r) / (a r)) of a member, from the seventh nearest to the centre on. */
  VMAX(1),
  /** Where that is. */
  VMAX_RADIUS(1),
  /** Between the members that enclose less than half the mass and not less. */
  HALF_MASS_RADIUS(1),
  /** Of velocities with the expansion about the centre of mass, one-dimensional. */
  DISPERSION(1),
  /** Specific angular momentum about the centre of mass: comoving length times velocity. */
  SPIN(3),
  /** Distance of the centre of mass from the centre. */
  OFFSET(1);

  private final int width;

  GroupProperty(int width) {
    this.width = width;
  }

  /** Numbers per group. */
  public int width() {
    return width;
  }
}
