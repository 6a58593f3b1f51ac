package org.jzfof.neighbours.search;

/**
 * The queries of a rank in a search for lists.
 *
 * @param positions positions of the queries, or null if the queries are the points
 * @param radii radii of the queries, in their order
 * @param packer packs the lists of queries and points that come along the curve; null if lists are
 *     not packed
 */
public record ListQueries(QuerySupply positions, QueryRadii radii, ListPacker packer) {
  /** Queries whose lists are not packed. */
  public ListQueries(QuerySupply positions, QueryRadii radii) {
    this(positions, radii, null);
  }
}
