package org.jzfof.catalogue.columns;

import org.jzfof.snapshot.header.UnitChange;

/** The dimension of the values of a column, and its convention in layouts with comoving lengths. */
public enum Dimension {
  /** A pure number. */
  NUMBER(0, 0, 0),
  /** An angle in degrees. */
  ANGLE(0, 0, 0),
  /** A mass. */
  MASS(0, 1, 0),
  /** A coordinate in the box, comoving in every layout with comoving lengths. */
  POSITION(1, 0, 0),
  /** A length that is comoving in every layout with comoving lengths. */
  COMOVING_LENGTH(1, 0, 0),
  /** A length that is physical in Gadget-4; comoving if a layout has only comoving lengths. */
  PHYSICAL_LENGTH(1, 0, 0),
  /** A peculiar velocity, with or without the expansion. */
  VELOCITY(0, 0, 1),
  /** A peculiar velocity that is measured from velocities as the snapshot stores them. */
  SNAPSHOT_VELOCITY(0, 0, 1),
  /**
   * A peculiar velocity as {@link #SNAPSHOT_VELOCITY}, which Gadget-4 multiplies by the scale
   * factor.
   */
  SNAPSHOT_VELOCITY_TIMES_A(0, 0, 1),
  /** Physical length times velocity, in every layout. */
  LENGTH_VELOCITY(1, 0, 1),
  /**
   * Physical mass over time in the units of rates of the snapshot; solar masses per year in
   * Gadget's layout.
   */
  MASS_RATE(0, 0, 0);

  private final int length;
  private final int mass;
  private final int velocity;

  Dimension(int length, int mass, int velocity) {
    this.length = length;
    this.mass = mass;
    this.velocity = velocity;
  }

  /** Returns the factor of a change of units. */
  public double factor(UnitChange change) {
    return Math.pow(change.length(), length)
        * Math.pow(change.mass(), mass)
        * Math.pow(change.velocity(), velocity);
  }
}
