package org.jzfof.snapshot.header;

/**
 * The time of a snapshot, and the conversions that depend on it.
 *
 * @param time stored Time (the scale factor a for most codes in a cosmological run)
 * @param comoving whether the run has an expansion and lengths are comoving
 * @param scaleFactor scale factor a; 1 in a run without expansion
 * @param redshift redshift z; 0 in a run without expansion
 * @param velocityToPeculiar factor from stored velocities to peculiar velocities a·dx/dt
 * @param timed whether all particles are of one time; those of a light cone are not, and a is 1
 * @param stated statements of the snapshot about the expansion at this time
 */
public record Epoch(
    double time,
    boolean comoving,
    double scaleFactor,
    double redshift,
    double velocityToPeculiar,
    boolean timed,
    Expansion.Stated stated) {
  /** The particles have times of their own; their velocities are peculiar. */
  public static final Epoch OF_LIGHTCONE =
      new Epoch(Double.NaN, true, 1, 0, 1, false, Expansion.Stated.NOTHING);
}
