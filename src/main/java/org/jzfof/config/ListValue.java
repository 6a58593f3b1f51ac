package org.jzfof.config;

/** What may be written for the neighbours of a query within its radius. */
public enum ListValue {
  /** Distance of each. */
  DISTANCE,
  /** Row of each in the source order. */
  INDEX,
  /** Particle ID of each. */
  ID,
  /** How many there are. */
  COUNT,
  /** SPH density at the query. */
  DENSITY;

  /** Whether there is one for each neighbour, rather than for each query. */
  public boolean isOfPairs() {
    return this == DISTANCE || this == INDEX || this == ID;
  }
}
