package org.jzfof.pairs;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * An index, and the weights of its points.
 *
 * @param index of n points
 * @param weights I32 [n], unsigned, in the order in which the index was given the points; null
 *     where none are asked for
 */
public record WeightedIndex(NeighbourIndex index, DeviceArray weights) {}
