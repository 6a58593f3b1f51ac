package org.jzfof.config.search;

/** What may be written for the neighbours of a query. */
public enum NeighbourValue {
  /** Distance of each. */
  DISTANCE,
  /** Row of each in the source order. */
  INDEX,
  /** Particle ID of each. */
  ID,
  /** How many there are; in lists alone. */
  COUNT,
  /** SPH density at the query. */
  DENSITY,
  /** Velocity dispersion of the neighbours, with the weights of the density; in lists alone. */
  DISPERSION;

  /** Whether there is one for each neighbour, rather than for each query. */
  public boolean isOfPairs() {
    return this == DISTANCE || this == INDEX || this == ID;
  }

  /** Whether it is a sum over the neighbours, weighted by mass and kernel. */
  public boolean isSum() {
    return this == DENSITY || this == DISPERSION;
  }
}
