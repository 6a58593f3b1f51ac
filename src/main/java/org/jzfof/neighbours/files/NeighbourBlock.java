package org.jzfof.neighbours.files;

import org.jzfof.device.HostColumn;
import org.jzfof.neighbours.Neighbours;

/**
 * Neighbours of consecutive queries on the host, row after row. Its arrays are closed by what takes
 * it, at any time and in any thread.
 *
 * @param first row of the result that the block begins with
 * @param firstPair neighbours of all rows of the result before it
 * @param query I32 or I64 row of each query among all sources; null where they come in the order of
 *     their file
 * @param lengths of the rows
 * @param radius of each query; null where the nearest were looked for
 * @param row I32 or I64 row of each neighbour among all sources, or -1; null where only the lengths
 *     are known
 * @param distance as in {@link Neighbours} of each, infinite where there is no neighbour; null
 *     likewise
 */
public record NeighbourBlock(
    long first,
    long firstPair,
    HostColumn query,
    RowLengths lengths,
    double[] radius,
    HostColumn row,
    HostColumn distance) {}
