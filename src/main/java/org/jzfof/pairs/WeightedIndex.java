package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * An index with the weights of its points.
 *
 * @param index index of n points
 * @param weights I32 [n] weights, unsigned, in the original order of the points; null unless
 *     requested
 */
public record WeightedIndex(NeighbourIndex index, DeviceArray weights) {}
