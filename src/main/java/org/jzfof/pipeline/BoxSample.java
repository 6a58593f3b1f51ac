package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;

/**
 * Looks at one of every 64 particles that are read, to find a periodic box that is not theirs: a
 * wrong side, or one in another unit, wraps them onto each other without any other sign. Positions
 * that were never wrapped, or are centred on the origin, are not most of them many sides away.
 */
final class BoxSample {
  private static final int EVERY = 64;
  private static final int FAR_SIDES = 4;

  private final Box box;
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];
  private final long[] seenAndOutside = new long[2];

  BoxSample(Box box) {
    this.box = box;
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
  }

  /**
   * All ranks call it together, after the last block.
   *
   * @throws SnapshotException where most of the particles looked at are far outside
   */
  void require(Communicator comm) {
    if (box.periodic()) {
      comm.sum(seenAndOutside);
      comm.min(lower);
      comm.max(upper);
      judge();
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
      lower[d] = Math.min(lower[d], place[d]);
      upper[d] = Math.max(upper[d], place[d]);
    }
    seenAndOutside[0]++;
    seenAndOutside[1] += outside ? 1 : 0;
  }
}
