package org.jzfof.pipeline;

/**
 * What one stage of a run took.
 *
 * @param name of the stage
 * @param seconds wall time
 * @param peakBytes most device memory in use during the stage
 */
public record StageTiming(String name, double seconds, long peakBytes) {}
