package org.jzfof.pairs;

/** Kinds of separation by which pairs are binned. */
public enum Separation {
  /** The distance. */
  R,
  /** The distance rp across the line of sight, and pi along it. */
  RPPI,
  /** The distance s, and the cosine mu of its angle to the line of sight. */
  SMU
}
