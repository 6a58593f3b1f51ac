package org.jzfof.config;

/** What stands for the centre of a group. */
public enum Centre {
  /** The member that is deepest in the potential of all members. */
  POTENTIAL,
  /** The centre of mass. */
  COM
}
