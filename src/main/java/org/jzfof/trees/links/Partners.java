package org.jzfof.trees.links;

/**
 * The partner in another catalogue of each group or subhalo: the one with the highest score.
 *
 * @param partner number of the partner, or {@link SnapshotLinks#NONE} [objects]
 * @param members number of common members that contributed to the score [objects]
 */
public record Partners(int[] partner, int[] members) {}
