package org.jzfof.bench.papers;

import java.util.Map;

/**
 * A measured point of a figure.
 *
 * @param x value on the horizontal axis
 * @param points number of points of the search
 * @param total median seconds of all stages
 * @param build median seconds of the stages that build the index; 0 for friends-of-friends
 * @param other median seconds of all stages of the search that it is compared with; NaN without one
 * @param count what a percentage of the queries do not exceed of a kind of work, or the percentage
 *     of steps; NaN if work was not counted
 * @param stages median seconds of each stage, in their order
 * @param peakBytes peak of the device memory, of the rank with the most
 * @param runs number of measured runs
 */
public record Measured(
    double x,
    long points,
    double total,
    double build,
    double other,
    double count,
    Map<String, Double> stages,
    long peakBytes,
    int runs) {}
