package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.OptionalDouble;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.SofteningLengths;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Chooses the softening length for the potential of groups. */
final class SofteningChoice {
  /** Softening over mean separation, where nothing is known; simulations have 1/25 to 1/50. */
  private static final double USUAL = 1.0 / 40;

  private SofteningChoice() {}

  /**
   * The Plummer-equivalent length: as asked for, or else that of the snapshot.
   *
   * @param asked by the user; NaN for that of the snapshot
   * @param type of the linked particles
   * @param separation mean separation of these
   * @param space in which distances are measured: nothing shorter than one of its cells is known
   * @param purpose what it is taken for
   * @param warnings receives what is assumed
   * @throws UsageException if the one asked for is shorter than that
   */
  static double of(
      double asked,
      SnapshotHeader header,
      int type,
      double separation,
      SearchSpace space,
      String purpose,
      List<String> warnings) {
    double least = space.map().largestCell();
    if (asked < least) {
      throw new UsageException(
          "--softening is %s, and coordinates are known to %.3g, 2^-32 of the box: give at least that"
              .formatted(asked, least));
    }
    if (!Double.isNaN(asked)) {
      return asked;
    }
    OptionalDouble stated = SofteningLengths.of(header, type);
    if (stated.isPresent() && stated.getAsDouble() >= least) {
      return stated.getAsDouble();
    }
    warnings.add(
        "the snapshot %s: 1/40 of the mean separation is taken for the %s; give --softening"
            .formatted(
                stated.isPresent()
                    ? "states a softening of " + stated.getAsDouble()
                    : "does not state its softening",
                purpose));
    return USUAL * separation;
  }
}
