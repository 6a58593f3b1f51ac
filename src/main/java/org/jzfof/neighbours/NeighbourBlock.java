package org.jzfof.neighbours;

import org.jzfof.device.HostColumn;

/**
 * Answers on the host, a range of rows of the result.
 *
 * @param first row of the result that the block begins with
 * @param count queries in the block
 * @param k neighbours per query
 * @param query row of each query in the order of its source [count], or null where that is the row
 *     of the result
 * @param row row of each neighbour among all source points, or -1 [k·count]
 * @param distance as in {@link Neighbours}, infinite where there is no neighbour [k·count]
 */
public record NeighbourBlock(
    long first, int count, int k, HostColumn query, HostColumn row, HostColumn distance) {}
