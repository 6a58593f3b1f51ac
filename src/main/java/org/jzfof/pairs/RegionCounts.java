package org.jzfof.pairs;

import java.util.List;

/**
 * Counts of all pairs and of the pairs of each region of the box.
 *
 * @param touching counts of the pairs with a point in each region [regions]
 * @param partners partners in each region; none for an autocorrelation
 */
public record RegionCounts(
    PairTotals total, List<PairTotals> touching, RegionPoints points, RegionPoints partners) {}
