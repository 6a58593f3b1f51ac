package org.jzfof.plot;

import java.nio.file.Path;
import org.jzfof.error.UsageException;

/**
 * Which profiles to draw.
 *
 * @param file of spheres with profiles
 * @param largest number of groups, by M200c
 * @param quantity what of them
 * @param height of the picture in pixels
 */
public record ProfileRequest(Path file, int largest, ProfileQuantity quantity, int height) {
  private static final int MOST = 20;

  /**
   * @throws UsageException naming the value at fault
   */
  public ProfileRequest {
    if (largest < 1 || largest > MOST) {
      throw new UsageException("--largest is %d: give 1 to %d groups".formatted(largest, MOST));
    }
    Figure.requireHeight(height);
  }
}
