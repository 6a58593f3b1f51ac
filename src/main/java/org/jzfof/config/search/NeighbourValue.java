package org.jzfof.config.search;

/** What may be written for the neighbours of a query. */
public enum NeighbourValue {
  /** Distances. */
  DISTANCE,
  /** Rows in the source order. */
  INDEX,
  /** Particle IDs. */
  ID,
  /** SPH density at the query. */
  DENSITY
}
