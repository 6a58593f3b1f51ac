package org.jzfof.neighbours.files;

import org.jzfof.device.HostColumn;

/**
 * Neighbours of consecutive queries on the host.
 *
 * @param first row of the result that the block begins with
 * @param firstPair neighbours of all rows of the result before it
 * @param query I32 or I64 row of each query among all sources [count]; null where they come in the
 *     order of their file
 * @param length I64 [count] neighbours of each query
 * @param radius of each query [count]
 * @param row I32 or I64 row of each neighbour among all sources, list after list; null where only
 *     the lengths are known
 * @param distance of each; null likewise
 */
public record ListBlock(
    long first,
    long firstPair,
    HostColumn query,
    HostColumn length,
    double[] radius,
    HostColumn row,
    HostColumn distance) {}
