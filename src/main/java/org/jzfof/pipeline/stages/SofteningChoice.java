package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.OptionalDouble;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.SofteningLengths;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Chooses the softening length for the potential of groups. */
final class SofteningChoice {
  /** Softening over mean separation, where nothing is known; simulations have 1/25 to 1/50. */
  private static final double USUAL = 1.0 / 40;

  private SofteningChoice() {}

  /**
   * The Plummer-equivalent length: as asked for, or else that of the snapshot. It is no less than
   * what positions are rounded to. Potentials are sums of integers, of which 1 / softening is the
   * largest term: with a much smaller one the terms of distant pairs would be rounded to nothing.
   *
   * @param asked by the user; NaN for that of the snapshot
   * @param cell to which positions are rounded
   * @param type of the linked particles
   * @param separation mean separation of these
   * @param purpose what it is taken for
   * @param warnings receives what is assumed
   * @throws UsageException if what the user asks for is too small
   */
  static double of(
      double asked,
      double cell,
      SnapshotHeader header,
      int type,
      double separation,
      String purpose,
      List<String> warnings) {
    if (asked < cell) {
      throw new UsageException(
          "--softening is %s, but positions are rounded to %s, and potentials to as much: give no less"
              .formatted(asked, cell));
    }
    if (!Double.isNaN(asked)) {
      return asked;
    }
    OptionalDouble stated = SofteningLengths.of(header, type);
    if (stated.orElse(0) <= 0) {
      warnings.add(
          "the snapshot %s: 1/40 of the mean separation is taken for the %s; give --softening"
              .formatted(
                  stated.isPresent()
                      ? "states %s as its softening".formatted(stated.getAsDouble())
                      : "does not state its softening",
                  purpose));
      return USUAL * separation;
    }
    if (stated.getAsDouble() < cell) {
      warnings.add(
          "the snapshot states %s as its softening, but positions are rounded to %s, which is taken for the %s"
              .formatted(stated.getAsDouble(), cell, purpose));
    }
    return Math.max(stated.getAsDouble(), cell);
  }
}
