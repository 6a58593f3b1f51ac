package org.jzfof.subhalo;

import java.util.List;
import org.jzfof.centres.Softening;

/**
 * What subhaloes are found and measured with, in the units of the particles.
 *
 * @param softening of the potential, in comoving lengths
 * @param gravity constant of gravity over the scale factor: a comoving 1/r times it is physical
 * @param hubble Hubble rate times the scale factor: a comoving distance times it is a velocity
 * @param scaleFactor physical over comoving lengths
 * @param oneMass whether all particles of any group have the same mass, which tells how {@link
 *     org.jzfof.spheres.properties.HalfMass} is found
 * @param apertures radii within which masses are measured, in comoving lengths
 */
public record SubhaloPhysics(
    Softening softening,
    double gravity,
    double hubble,
    double scaleFactor,
    boolean oneMass,
    List<Double> apertures) {
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

  /** The same for particles of which it is known whether all have one mass. */
  public SubhaloPhysics withOneMass(boolean same) {
    return new SubhaloPhysics(softening, gravity, hubble, scaleFactor, same, apertures);
  }
}
