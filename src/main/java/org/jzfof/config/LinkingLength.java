package org.jzfof.config;

import org.jzfof.error.UsageException;

/**
 * A linking length, absolute or relative.
 *
 * @param value b, or the absolute length in snapshot length units; finite and above 0
 * @param relative whether the value is b, a multiple of the mean separation of the linked particles
 */
public record LinkingLength(double value, boolean relative, SeparationBy by) {
  /**
   * @throws UsageException if the value is not a finite number above 0
   */
  public LinkingLength {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new UsageException(
          (relative ? "b is " : "the linking length is ")
              + value
              + ": give a finite number above 0, such as "
              + (relative ? "-b 0.2" : "--linking-length 0.15"));
    }
  }

  /**
   * The absolute linking length.
   *
   * @param meanSeparation mean separation of the linked particles, in snapshot length units
   */
  public double absolute(double meanSeparation) {
    return relative ? value * meanSeparation : value;
  }

  /**
   * The linking length over the mean separation.
   *
   * @param meanSeparation mean separation of the linked particles, in snapshot length units
   */
  public double b(double meanSeparation) {
    return relative ? value : value / meanSeparation;
  }

  /** The quantity that gives the mean separation of particles, of which b is a multiple. */
  public enum SeparationBy {
    /** The number of particles: (V/N)^(1/3). */
    NUMBER,
    /** The mean mass of the particles and the cosmic density: (m/rho)^(1/3), as in Gadget-4. */
    MASS
  }
}
