package org.jzfof.pairs;

import java.util.List;

/**
 * Pairs, in all and of each region of the box.
 *
 * @param total all pairs
 * @param touching those with a point in each region [regions]
 * @param some points in each region
 * @param others their partners in each; none where the points are their own
 */
public record RegionCounts(
    PairTotals total, List<PairTotals> touching, RegionPoints some, RegionPoints others) {}
