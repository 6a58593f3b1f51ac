package org.jzfof.config;

/** The definition of the centre of a group. */
public enum Centre {
  /** The member with the lowest potential of all members. */
  POTENTIAL,
  /** The linked member with the nearest 32nd neighbour among all linked particles. */
  DENSITY,
  /** The centre of mass. */
  COM
}
