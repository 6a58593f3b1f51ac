package org.jzfof.subhalo;

import org.jzfof.so.Softening;

/**
 * What binding energies are computed with, in the units of the particles.
 *
 * @param softening of the potential, in comoving lengths
 * @param gravity constant of gravity over the scale factor: a comoving 1/r times it is physical
 * @param hubble Hubble rate times the scale factor: a comoving distance times it is a velocity
 * @param scaleFactor physical over comoving lengths
 */
record SubhaloPhysics(Softening softening, double gravity, double hubble, double scaleFactor) {}
