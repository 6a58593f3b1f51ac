package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.CoordinateSink;
import org.jzfof.snapshot.Snapshot;

/**
 * Looks at some particles from all parts of a snapshot, to find a periodic box that is not theirs:
 * a wrong side, or one in another unit, wraps them onto each other without any other sign.
 * Positions that were never wrapped, or are centred on the origin, are not most of them many sides
 * away.
 */
final class BoxSample implements CoordinateSink {
  private static final int SLICES = 16;
  private static final int SLICE_ROWS = 64;
  private static final int FAR_SIDES = 4;

  private final Box box;
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];
  private final long[] seenAndOutside = new long[2];

  private BoxSample(Box box) {
    this.box = box;
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
  }

  /**
   * All ranks call it together.
   *
   * @throws SnapshotException where most of the particles looked at are far outside
   */
  static void require(Box box, Snapshot snapshot, int[] types, Communicator comm) {
    BoxSample sample = new BoxSample(box);
    for (int type : types) {
      sample.read(snapshot, type, comm);
    }
    comm.sum(sample.seenAndOutside);
    comm.min(sample.lower);
    comm.max(sample.upper);
    sample.judge();
  }

  private void read(Snapshot snapshot, int type, Communicator comm) {
    EvenShares slices = new EvenShares(snapshot.header().counts()[type], SLICES);
    for (int slice = comm.rank(); slice < SLICES; slice += comm.size()) {
      long rows = Math.min(slices.count(slice), SLICE_ROWS);
      snapshot.readCoordinates(type, slices.start(slice), rows, this);
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

  @Override
  public void accept(long row, int count, float[] xyz) {
    for (int i = 0; i < count; i++) {
      look(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    }
  }

  @Override
  public void accept(long row, int count, double[] xyz) {
    for (int i = 0; i < count; i++) {
      look(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
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
