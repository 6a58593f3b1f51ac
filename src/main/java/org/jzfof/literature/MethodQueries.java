package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.Coordinates;

/**
 * Points to search from.
 *
 * @param places of the precision of the points or not; anywhere
 * @param order I32 [m] rows of the places, in the order in which they are answered
 * @param from first place in this order to answer
 * @param to one past the last
 * @param searchRadius F64 by row: beyond it nothing is wanted; null for no bound
 * @param byPlace whether answers go by place in the order, from 0, or by row
 */
public record MethodQueries(
    Coordinates places,
    DeviceArray order,
    long from,
    long to,
    DeviceArray searchRadius,
    boolean byPlace) {}
