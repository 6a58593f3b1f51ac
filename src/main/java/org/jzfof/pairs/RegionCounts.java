package org.jzfof.pairs;

import java.util.List;

/**
 * Counts of all pairs and of the pairs of each region of the box.
 *
 * @param total counts of all pairs
 * @param touching counts of the pairs with a point in each region [regions]
 * @param points points in each region
 * @param partners partners in each region; none for an autocorrelation
 */
public record RegionCounts(
    PairTotals total, List<PairTotals> touching, RegionPoints points, RegionPoints partners) {}
