package org.jzfof.neighbours.search;

import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.particles.PositionLoader;

/**
 * Consecutive rows of a file as queries.
 *
 * @param firstRow first row of this rank
 * @param rows number of rows of this rank
 */
record RankQueries(PositionLoader loader, long firstRow, long rows) implements QuerySupply {
  @Override
  public Coordinates read(long from, long count) {
    return loader.load(firstRow + from, count);
  }
}
