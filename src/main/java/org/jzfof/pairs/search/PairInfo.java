package org.jzfof.pairs.search;

import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.Jackknife;
import org.jzfof.pairs.PairBins;

/**
 * What a file of pair counts holds.
 *
 * @param origin the particles; the queries are their partners
 * @param partners how many these are
 * @param own whether the particles are their own partners
 * @param bins of their separation
 * @param counts of pairs [{@link PairBins#count}]
 * @param weighted sums of the weights of these pairs, or null where they have none
 * @param correlation that follows from them, or null where the box has no analytic one
 * @param jackknife with each region of the box left out, or null where that was not asked for
 */
public record PairInfo(
    NeighbourOrigin origin,
    long partners,
    boolean own,
    PairBins bins,
    long[] counts,
    WeightedPairs weighted,
    Correlation correlation,
    Jackknife jackknife) {}
