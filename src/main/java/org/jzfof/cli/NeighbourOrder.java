package org.jzfof.cli;

/** Order of the rows of neighbours. */
enum NeighbourOrder {
  /** That of the queries. */
  FILE,
  /** Along a space-filling curve. */
  MORTON
}
