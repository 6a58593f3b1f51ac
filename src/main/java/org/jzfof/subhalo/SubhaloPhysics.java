package org.jzfof.subhalo;

import org.jzfof.centres.Softening;

/**
 * What binding energies are computed with, in the units of the particles.
 *
 * @param softening of the potential, in comoving lengths
 * @param gravity constant of gravity over the scale factor: a comoving 1/r times it is physical
 * @param hubble Hubble rate times the scale factor: a comoving distance times it is a velocity
 * @param scaleFactor physical over comoving lengths
 */
public record SubhaloPhysics(
    Softening softening, double gravity, double hubble, double scaleFactor) {
  /**
   * @throws IllegalArgumentException if the softening is not above 0, or another number not finite
   */
  public SubhaloPhysics {
    boolean finite = Double.isFinite(gravity) && Double.isFinite(hubble);
    if (!(softening.length() > 0 && Double.isFinite(softening.largest()) && finite)) {
      throw new IllegalArgumentException(
          "softening %s, gravity %s, hubble %s".formatted(softening, gravity, hubble));
    }
  }
}
