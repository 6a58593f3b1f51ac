package org.jzfof.snapshot.checks;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.ColumnBlock;

/**
 * Checks whether a periodic box fits the positions, with one of every 64 particles. A side that is
 * wrong, or in another unit, would wrap particles onto each other without any other sign. Positions
 * that were never wrapped, or are centred on the origin, pass: most of them lie within a few sides
 * of the box. Along a side of 0, where distances vanish, the check covers all particles: they must
 * lie in a plane.
 */
public final class BoxSample implements CheckResult {
  private static final int FAR_SIDES = 4;
  private static final double ROUNDING = 1e-5;

  /**
   * Maximum share of particles outside the box without a warning: fewer particles drift out of the
   * box between two wrappings.
   */
  private static final double MAXIMUM_SHARE_OUTSIDE = 0.01;

  /** Minimum number of positions from which the filled part of the box is estimated. */
  private static final int MINIMUM_POSITIONS = 200;

  private static final String SIDES = "xyz";

  private final Box box;
  private final double[] size;
  private final int[] flat;
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];
  private long inspected;
  private long outside;
  private long far;

  public BoxSample(Box box) {
    this.box = box;
    this.size = box.size();
    this.flat = IntStream.range(0, 3).filter(d -> box.size()[d] == 0).toArray();
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
  }

  /**
   * Inspects a block of positions.
   *
   * @param repeated check of the positions that has already inspected this block and sampled it
   */
  public void inspect(RepeatedRows repeated, ColumnBlock block) {
    RowSample sample = repeated.sample();
    for (int i = 0; i < sample.rows(); i++) {
      inspect(sample.numbers(), 3 * i);
    }
    double[] x = flat.length == 0 ? null : block.doubles();
    for (int d : flat) {
      for (int i = 0; i < block.count(); i++) {
        widen(d, x[3 * i + d]);
      }
    }
  }

  private void inspect(double[] positions, int at) {
    boolean isOutside = false;
    boolean isFar = false;
    for (int d = 0; d < 3; d++) {
      double coordinate = positions[at + d];
      double sides = size[d] > 0 ? Math.abs(coordinate / size[d] - 0.5) - 0.5 : 0;
      isOutside |= sides > ROUNDING;
      isFar |= sides > FAR_SIDES;
      widen(d, coordinate);
    }
    inspected++;
    outside += isOutside ? 1 : 0;
    far += isFar ? 1 : 0;
  }

  @Override
  public long[] encoded() {
    long[] encoded = {inspected, outside, far, 0, 0, 0, 0, 0, 0};
    for (int d = 0; d < 3; d++) {
      encoded[3 + d] = Double.doubleToRawLongBits(lower[d]);
      encoded[6 + d] = Double.doubleToRawLongBits(upper[d]);
    }
    return encoded;
  }

  @Override
  public void join(long[][] parts) {
    inspected = 0;
    outside = 0;
    far = 0;
    for (long[] part : parts) {
      inspected += part[0];
      outside += part[1];
      far += part[2];
      for (int d = 0; d < 3; d++) {
        lower[d] = Math.min(lower[d], Double.longBitsToDouble(part[3 + d]));
        upper[d] = Math.max(upper[d], Double.longBitsToDouble(part[6 + d]));
      }
    }
  }

  /**
   * Requires that the box can hold the positions.
   *
   * @throws SnapshotException if most of the inspected particles lie far outside, or a side is 0
   *     and the particles do not lie in a plane
   */
  public void require() {
    if (!box.periodic()) {
      return;
    }
    if (2 * far > inspected) {
      throw new SnapshotException(
          ("%d of %d particles looked at lie more than %d sides outside the periodic box of %s: they span %s in the"
                  + " length unit of the snapshot; give --box in that unit, or --open for an isolated system")
              .formatted(far, inspected, FAR_SIDES, box.describe(), span()));
    }
    for (int d : flat) {
      requireFlat(d);
    }
  }

  private void requireFlat(int d) {
    if (upper[d] - lower[d] > FixedPoint.of(box).largestCell()) {
      throw new SnapshotException(
          "BoxSize is %s, but the particles span %s to %s in %s: give the sides with --box LX,LY,LZ"
              .formatted(box.describe(), lower[d], upper[d], SIDES.charAt(d)));
    }
  }

  /**
   * Requires that other positions, such as queries, lie in the plane of the inspected positions if
   * a side is 0: distances along that side do not count.
   *
   * @param describeRow function that describes a row of the block
   * @throws SnapshotException naming the first position outside the plane
   */
  public void requireInPlane(ColumnBlock block, IntFunction<String> describeRow) {
    if (!box.periodic() || flat.length == 0) {
      return;
    }
    double[] x = block.doubles();
    double cell = FixedPoint.of(box).largestCell();
    for (int d : flat) {
      for (int i = 0; i < block.count(); i++) {
        double along = x[3 * i + d];
        if (along > lower[d] + cell || along < upper[d] - cell) {
          throw new SnapshotException(
              "%s of %s is %s, and the sources lie in the plane %s = %s of a box of %s: give queries in it, or the sides with --box LX,LY,LZ"
                  .formatted(
                      SIDES.charAt(d),
                      describeRow.apply(i),
                      along,
                      SIDES.charAt(d),
                      lower[d],
                      box.describe()));
        }
      }
    }
  }

  /**
   * A warning about the box; empty if it fits the positions.
   *
   * @param h Hubble parameter, or NaN; lengths with and without 1/h are the most frequent confusion
   */
  public Optional<String> warning(double h) {
    if (!box.periodic() || inspected == 0) {
      return Optional.empty();
    }
    if (outside > MAXIMUM_SHARE_OUTSIDE * inspected) {
      return Optional.of(
          "%d of %d positions looked at lie outside the periodic box of %s, they span %s: %s"
              .formatted(outside, inspected, box.describe(), span(), cause(h)));
    }
    return fills(h)
        ? Optional.of(
            "the positions span only %s, %s times the periodic box of %s in every direction: is the box in another unit? Give another with --box"
                .formatted(span(), h, box.describe()))
        : Optional.empty();
  }

  private String cause(double h) {
    if (spanAtMost(1 + ROUNDING)) {
      return "they are wrapped into it, which changes no distance";
    }
    return "they are wrapped into it, which is right if the particles crossed its faces without being wrapped; if the box is wrong, they are wrapped onto each other: give another with --box"
        + (fills(1 / h)
            ? " (the box is %s times what they span, as if in another unit)".formatted(h)
            : "");
  }

  private boolean spanAtMost(double sides) {
    for (int d = 0; d < 3; d++) {
      if (upper[d] - lower[d] > sides * box.size()[d]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the positions fill a multiple of the box in every direction, and no more.
   *
   * @param sides multiple, in sides of the box
   */
  private boolean fills(double sides) {
    boolean fills =
        inspected >= MINIMUM_POSITIONS && Math.abs(sides - 1) > 0.03 && spanAtMost(1.001 * sides);
    for (int d = 0; d < 3; d++) {
      fills &= upper[d] - lower[d] > 0.98 * sides * box.size()[d];
    }
    return fills;
  }

  private String span() {
    return "%s to %s"
        .formatted(
            Arrays.stream(lower).min().orElseThrow(), Arrays.stream(upper).max().orElseThrow());
  }

  private void widen(int d, double x) {
    lower[d] = Math.min(lower[d], x);
    upper[d] = Math.max(upper[d], x);
  }
}
