package org.jzfof.subhalo;

import java.util.List;
import org.jzfof.centres.Softening;

/**
 * Physical parameters of the search and the measurement of the subhaloes of a group, at its time
 * and in the units of the particles.
 *
 * @param softening softening of the potential, in comoving lengths
 * @param gravity gravitational constant over the scale factor, which turns a comoving 1/r into a
 *     physical potential
 * @param hubble Hubble rate times the scale factor, which turns a comoving distance into a velocity
 * @param scaleFactor ratio of physical to comoving lengths
 * @param oneMass whether all particles of all groups have the same mass, which determines how
 *     {@link org.jzfof.spheres.properties.HalfMass} is found
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

  /** Returns a copy with another value of {@code oneMass}. */
  public SubhaloPhysics withOneMass(boolean isOneMass) {
    return new SubhaloPhysics(softening, gravity, hubble, scaleFactor, isOneMass, apertures);
  }
}
