package org.jzfof.config;

/** What stands for the centre of a group. */
public enum Centre {
  /** The member that is deepest in the potential of all members. */
  POTENTIAL,
  /** The linked member with the nearest 32nd neighbour among all linked particles. */
  DENSITY,
  /** The centre of mass. */
  COM
}
