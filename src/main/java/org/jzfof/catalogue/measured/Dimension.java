package org.jzfof.catalogue.measured;

/** What a property is measured in. */
public enum Dimension {
  /** A pure number. */
  NUMBER,
  /** A mass. */
  MASS,
  /** A length that is comoving in every layout with comoving lengths. */
  COMOVING_LENGTH,
  /** A length that Gadget-4 has physical; comoving where a layout has all lengths comoving. */
  PHYSICAL_LENGTH,
  /** A peculiar velocity, with or without the expansion. */
  VELOCITY,
  /** Physical length times velocity, in every layout. */
  LENGTH_VELOCITY
}
