package org.jzfof.neighbours.files;

import java.util.Map;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.HostColumn;
import org.jzfof.neighbours.Neighbours;

/**
 * Neighbours of consecutive queries on the host, row after row. The receiver closes the arrays, at
 * any time and in any thread.
 *
 * @param first first row of the block in the result
 * @param firstPair number of neighbours of all rows of the result before the block
 * @param query I32 or I64 row of each query among all sources; null if queries come in the order of
 *     their file
 * @param row I32 or I64 row of each neighbour among all sources, or -1; null if the block holds no
 *     neighbours
 * @param distance distance of each neighbour ({@link Neighbours}), infinite without neighbour; null
 *     if the block holds no neighbours
 * @param sums F64 sums over the neighbours of each query, and its smoothing length
 */
public record NeighbourBlock(
    long first,
    long firstPair,
    HostColumn query,
    RowLengths lengths,
    HostColumn row,
    HostColumn distance,
    Map<NeighbourValue, HostColumn> sums) {}
