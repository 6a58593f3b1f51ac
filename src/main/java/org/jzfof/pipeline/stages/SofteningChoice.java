package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.OptionalDouble;
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
   * @param purpose what it is taken for
   * @param warnings receives what is assumed
   */
  static double of(
      double asked,
      SnapshotHeader header,
      int type,
      double separation,
      String purpose,
      List<String> warnings) {
    if (!Double.isNaN(asked)) {
      return asked;
    }
    OptionalDouble stated = SofteningLengths.of(header, type);
    if (stated.isEmpty()) {
      warnings.add(
          "the snapshot does not state its softening: 1/40 of the mean separation is taken for the %s; give --softening"
              .formatted(purpose));
    }
    return stated.orElse(USUAL * separation);
  }
}
