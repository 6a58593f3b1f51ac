package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.SnapshotException;

/**
 * Looks at one of every 64 particles that are read, to find a periodic box that is not theirs: a
 * wrong side, or one in another unit, wraps them onto each other without any other sign. Positions
 * that were never wrapped, or are centred on the origin, are not most of them many sides away.
 * Along a side of 0, where distances vanish, it looks at all particles: they must lie in a plane.
 */
final class BoxSample {
  private static final int EVERY = 64;
  private static final int FAR_SIDES = 4;

  private static final String SIDES = "xyz";

  private final Box box;
  private final int[] flat;
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];
  private final long[] seenAndOutside = new long[2];

  BoxSample(Box box) {
    this.box = box;
    this.flat = IntStream.range(0, 3).filter(d -> box.size()[d] == 0).toArray();
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
  }

  /**
   * Takes a block of positions as they are read.
   *
   * @param row number of its first row, for the whole snapshot
   * @param x coordinates [3·count]
   */
  void look(long row, int count, IntToDoubleFunction x) {
    for (int i = Math.floorMod(-row, EVERY); i < count; i += EVERY) {
      look(x.applyAsDouble(3 * i), x.applyAsDouble(3 * i + 1), x.applyAsDouble(3 * i + 2));
    }
    for (int d : flat) {
      for (int i = 0; i < count; i++) {
        widen(d, x.applyAsDouble(3 * i + d));
      }
    }
  }

  /**
   * All ranks call it together, after the last block.
   *
   * @throws SnapshotException where most of the particles looked at are far outside, or a side is 0
   *     and they do not lie in a plane
   */
  void require(Communicator comm) {
    if (box.periodic()) {
      comm.sum(seenAndOutside);
      comm.min(lower);
      comm.max(upper);
      judge();
      for (int d : flat) {
        requireFlat(d);
      }
    }
  }

  private void requireFlat(int d) {
    if (upper[d] - lower[d] > FixedPoint.of(box).largestCell()) {
      throw new SnapshotException(
          "BoxSize is %s, but the particles span %s to %s in %s: give the sides with --box LX,LY,LZ"
              .formatted(box.describe(), lower[d], upper[d], SIDES.charAt(d)));
    }
  }

  private void judge() {
    if (2 * seenAndOutside[1] > seenAndOutside[0]) {
      throw new SnapshotException(
          ("%d of %d particles looked at lie more than %d sides outside the periodic box of %s: they span %s to %s in the"
                  + " length unit of the snapshot; give --box in that unit, or --open for an isolated system")
              .formatted(
                  seenAndOutside[1],
                  seenAndOutside[0],
                  FAR_SIDES,
                  box.describe(),
                  Arrays.stream(lower).min().orElseThrow(),
                  Arrays.stream(upper).max().orElseThrow()));
    }
  }

  private void look(double... place) {
    boolean outside = false;
    for (int d = 0; d < 3; d++) {
      double side = box.size()[d];
      outside |= side > 0 && (place[d] < -FAR_SIDES * side || place[d] > (1 + FAR_SIDES) * side);
      widen(d, place[d]);
    }
    seenAndOutside[0]++;
    seenAndOutside[1] += outside ? 1 : 0;
  }

  private void widen(int d, double x) {
    lower[d] = Math.min(lower[d], x);
    upper[d] = Math.max(upper[d], x);
  }
}
