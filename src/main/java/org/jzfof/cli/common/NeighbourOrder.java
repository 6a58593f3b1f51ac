package org.jzfof.cli.common;

/** Order of the rows of neighbours. */
public enum NeighbourOrder {
  /** That of the queries. */
  FILE,
  /** Along a space-filling curve. */
  MORTON
}
