package org.jzfof.config;

import org.jzfof.error.UsageException;

/**
 * Which subhaloes of groups are looked for.
 *
 * @param wanted whether any are
 * @param densityNeighbours nearest particles that a local density is of, the particle itself
 *     counted
 * @param softening Plummer-equivalent softening length of the potential, in length units of the
 *     snapshot; NaN for that of the snapshot
 */
public record SubhaloOptions(boolean wanted, int densityNeighbours, double softening) {
  /** Gadget-4's default. */
  public static final int USUAL_NEIGHBOURS = 64;

  /** No subhaloes. */
  public static final SubhaloOptions NONE = new SubhaloOptions(false, USUAL_NEIGHBOURS, Double.NaN);

  private static final int MOST_NEIGHBOURS = 4096;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public SubhaloOptions {
    if (densityNeighbours < 2 || densityNeighbours > MOST_NEIGHBOURS) {
      throw new UsageException(
          "--density-neighbours is %d: give 2 to %d (default %d)"
              .formatted(densityNeighbours, MOST_NEIGHBOURS, USUAL_NEIGHBOURS));
    }
  }

  /** The same with the softening that is used. */
  public SubhaloOptions with(double used) {
    return new SubhaloOptions(wanted, densityNeighbours, used);
  }
}
