package org.jzfof.pairs.search;

import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.Jackknife;
import org.jzfof.pairs.PairBins;

/**
 * Contents of a file of pair counts.
 *
 * @param origin origin of the particles, and of their partners as the queries
 * @param counts numbers of pairs [{@link PairBins#count}]
 * @param weighted sums of the weights of these pairs, or null without weights
 * @param correlation correlation function, or null if the box has no volume
 * @param jackknife results with each region of the box left out, or null unless requested
 */
public record PairInfo(
    NeighbourOrigin origin,
    long partners,
    boolean autocorrelation,
    PairBins bins,
    long[] counts,
    WeightedPairs weighted,
    Correlation correlation,
    Jackknife jackknife) {}
