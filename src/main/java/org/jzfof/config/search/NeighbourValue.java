package org.jzfof.config.search;

/** Output values for the neighbours of a query. */
public enum NeighbourValue {
  /** Distance of each neighbour. */
  DISTANCE,
  /** Row of each neighbour in the source order. */
  INDEX,
  /** Particle ID of each neighbour. */
  ID,
  /** Number of neighbours; only within radii. */
  COUNT,
  /** SPH density at the query. */
  DENSITY,
  /** Velocity dispersion of the neighbours with the weights of the density; only within radii. */
  DISPERSION,
  /** Smoothing length of the query, the radius within which neighbours are found. */
  SMOOTHING;

  /** Whether the output has one value per neighbour, rather than per query. */
  public boolean isOfPairs() {
    return this == DISTANCE || this == INDEX || this == ID;
  }

  /** Whether the value is a sum over the neighbours, weighted by mass and kernel. */
  public boolean isSum() {
    return this == DENSITY || this == DISPERSION;
  }
}
