package org.jzfof.pairs.search;

import org.jzfof.pairs.PairBins;

/**
 * Sums of the products of the weights of pairs.
 *
 * @param name name of the dataset of the weights, or mass
 * @param sums sums by bins [{@link PairBins#count}]
 * @param sources sum of the weights of the particles
 * @param self sum of the squared weights of the particles, for an autocorrelation
 */
public record WeightedPairs(
    String name, boolean masses, double[] sums, double sources, double partners, double self) {}
