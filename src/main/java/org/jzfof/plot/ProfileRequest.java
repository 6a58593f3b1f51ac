package org.jzfof.plot;

import java.nio.file.Path;
import java.util.Locale;
import org.jzfof.error.UsageException;

/**
 * The settings of a picture of profiles.
 *
 * @param file spheres with profiles
 * @param largest number of groups, ordered by M200c
 * @param height height of the picture in pixels
 */
public record ProfileRequest(Path file, int largest, Quantity quantity, int height) {
  private static final int MAX_GROUPS = 20;

  /** The quantity of a panel. */
  public enum Quantity {
    /** (r / R200c)² times the density over the critical density. */
    DENSITY,
    /** The density over the critical density. */
    RHO,
    /** The one-dimensional velocity dispersion. */
    DISPERSION;

    @Override
    public String toString() { // in the form of shell completion
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @throws UsageException if a value is out of range; the message names the option
   */
  public ProfileRequest {
    if (largest < 1 || largest > MAX_GROUPS) {
      throw new UsageException(
          "--largest is %d: give 1 to %d groups".formatted(largest, MAX_GROUPS));
    }
    Figure.requireHeight(height);
  }
}
