package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/**
 * Balls: centres and radii.
 *
 * @param centre I32 [3n] fixed-point coordinates
 * @param radius F64 [n] in length units; may be infinite
 */
public record Balls(FixedPoint map, long count, DeviceArray centre, DeviceArray radius) {}
