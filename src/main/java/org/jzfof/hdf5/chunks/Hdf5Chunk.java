package org.jzfof.hdf5.chunks;

/**
 * One stored chunk of a dataset.
 *
 * @param number index in the grid of chunks, the last dimension fastest
 * @param address offset of the first byte in the file
 * @param bytes stored size, after all filters
 * @param skipped bits of the filters in the pipeline that were not applied; the lowest bit is that
 *     of the first filter
 */
public record Hdf5Chunk(long number, long address, long bytes, int skipped) {}
