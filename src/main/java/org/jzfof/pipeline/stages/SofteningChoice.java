package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.SofteningLengths;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Chooses the softening length for the potential of groups. */
final class SofteningChoice {
  /** Softening over mean separation if none is known; simulations use 1/25 to 1/50. */
  private static final double DEFAULT_FRACTION = 1.0 / 40;

  private SofteningChoice() {}

  /**
   * Returns the Plummer-equivalent softening length as a function of the scale factor of a group:
   * the requested one, or else that of the snapshot, on a light cone at that scale factor. It is at
   * least the cell to which positions are rounded. The reason is that potentials are sums of
   * integers with 1 / softening as the largest term: with a much smaller softening, the terms of
   * distant pairs would be rounded to zero.
   *
   * @param requested softening length that the user requested; NaN for that of the snapshot
   * @param cell length to which positions are rounded
   * @param purpose use of the softening, for messages
   * @param warnings list that receives the assumptions
   * @throws UsageException if the requested length is below the cell
   */
  static DoubleUnaryOperator of(
      double requested,
      double cell,
      SnapshotHeader header,
      int type,
      double separation,
      String purpose,
      List<String> warnings) {
    if (requested < cell) {
      throw new UsageException(
          "--softening is %s, but positions are rounded to %s, and potentials to as much: give no less"
              .formatted(requested, cell));
    }
    if (!Double.isNaN(requested)) {
      return a -> requested;
    }
    DoubleUnaryOperator stated = SofteningLengths.of(header, type);
    double smallest = stated.applyAsDouble(header.scaleFactor()); // comoving lengths shrink, if any
    if (!(smallest > 0)) {
      warnings.add(
          "the snapshot %s: 1/40 of the mean separation is taken for the %s; give --softening"
              .formatted(
                  Double.isNaN(smallest)
                      ? "does not state its softening"
                      : "states %s as its softening".formatted(smallest),
                  purpose));
      return a -> DEFAULT_FRACTION * separation;
    }
    if (smallest < cell) {
      warnings.add(
          "the snapshot states %s as its softening, but positions are rounded to %s, which is taken for the %s"
              .formatted(smallest, cell, purpose));
    }
    DoubleFunction<Double> length =
        header.ofGroups(then -> stated.applyAsDouble(then.epoch().scaleFactor()));
    return a -> Math.max(length.apply(a), cell);
  }
}
