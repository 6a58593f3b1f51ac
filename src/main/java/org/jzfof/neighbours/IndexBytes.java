package org.jzfof.neighbours;

/**
 * Device memory of a search for nearest neighbours besides coordinates and results.
 *
 * @param build bytes per point while the index is built
 * @param index bytes per point while the index exists
 * @param query bytes per query at a position other than the points
 * @param block bytes for all queries of a block together
 */
public record IndexBytes(long build, long index, long query, long block) {}
