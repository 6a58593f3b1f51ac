package org.jzfof.spheres.properties;

/**
 * Constants that turn masses, places and velocities of a snapshot into properties.
 *
 * @param gravity constant of gravity in units of the snapshot: square of velocity times length over
 *     mass
 * @param flow velocity of the expansion over comoving distance: H(a) a
 * @param scaleFactor a
 * @param toPeculiar factor from stored to peculiar velocities
 */
public record CosmologyFactors(
    double gravity, double flow, double scaleFactor, double toPeculiar) {}
