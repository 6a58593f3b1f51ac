package org.jzfof.snapshot;

/**
 * Cosmological parameters as stored; NaN where the snapshot does not say.
 *
 * @param omegaMatter matter density today
 * @param omegaLambda dark-energy density today
 * @param omegaBaryon baryon density today
 * @param hubble Hubble parameter h, in 100 km/s/Mpc
 */
public record Cosmology(
    double omegaMatter, double omegaLambda, double omegaBaryon, double hubble) {}
