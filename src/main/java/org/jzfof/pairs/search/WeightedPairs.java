package org.jzfof.pairs.search;

import org.jzfof.pairs.PairBins;

/**
 * Sums of the products of the weights of pairs.
 *
 * @param name of the dataset of the weights, or mass
 * @param masses whether they are masses
 * @param sums by bins [{@link PairBins#count}]
 * @param sources sum of the weights of the particles
 * @param partners of their partners
 * @param self sum of the squares of the weights of the particles, where they are their own partners
 */
public record WeightedPairs(
    String name, boolean masses, double[] sums, double sources, double partners, double self) {}
