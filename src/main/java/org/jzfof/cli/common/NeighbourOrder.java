package org.jzfof.cli.common;

/** The order of rows of neighbours. */
public enum NeighbourOrder {
  /** The order of the queries. */
  FILE,
  /** The order along a space-filling curve. */
  MORTON
}
