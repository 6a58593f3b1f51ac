package org.jzfof.subhalo;

/**
 * What is measured of the members of a subhalo, as Gadget-4 does (subfind_properties.cc).
 *
 * @param mass of all
 * @param centreOfMass comoving, in the box [3]
 * @param velocity mean peculiar velocity [3]
 * @param dispersion of the velocities in one dimension, with the Hubble flow about the centre of
 *     mass
 * @param spin specific angular momentum about it, in physical lengths [3]
 * @param maximum largest circular velocity, from the seventh innermost member outwards
 * @param maximumRadius distance from the deepest member at which it is, physical
 * @param halfMassRadius of half the mass, about the deepest member, physical
 * @param halfMassRadiusOfType the same for the members of each type; 0 where there are none [types]
 */
public record SubhaloProperties(
    double mass,
    double[] centreOfMass,
    double[] velocity,
    double dispersion,
    double[] spin,
    double maximum,
    double maximumRadius,
    double halfMassRadius,
    double[] halfMassRadiusOfType) {}
