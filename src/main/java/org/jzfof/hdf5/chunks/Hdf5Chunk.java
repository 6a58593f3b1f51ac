package org.jzfof.hdf5.chunks;

/**
 * One stored chunk of a dataset.
 *
 * @param number index in the grid of chunks, the last dimension fastest
 * @param address offset of the first byte in the file
 * @param bytes stored size, after all filters
 * @param skipped a bit for each filter of the pipeline that was not applied, the first filter
 *     lowest
 */
public record Hdf5Chunk(long number, long address, long bytes, int skipped) {}
