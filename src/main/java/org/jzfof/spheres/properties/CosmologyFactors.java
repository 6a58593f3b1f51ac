package org.jzfof.spheres.properties;

/**
 * Constants that convert masses, positions and velocities of a snapshot to properties.
 *
 * @param gravity gravitational constant in units of the snapshot: squared velocity times length
 *     over mass
 * @param flow velocity of the expansion per comoving distance: H(a) a
 * @param scaleFactor scale factor a
 * @param toPeculiar factor from stored to peculiar velocities
 */
public record CosmologyFactors(
    double gravity, double flow, double scaleFactor, double toPeculiar) {}
