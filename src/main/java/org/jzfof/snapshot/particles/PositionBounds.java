package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.file.ColumnBlock;

/** The smallest open box that holds positions. */
public final class PositionBounds {
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];

  PositionBounds() {
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
  }

  /**
   * Reads all positions, this rank its even shares, and returns their open box; every rank calls
   * it.
   *
   * @throws org.jzfof.error.SnapshotException naming the first row with a coordinate that is not
   *     finite
   */
  public static Box of(Communicator comm, PositionSource... sources) {
    PositionBounds bounds = new PositionBounds();
    for (PositionSource source : sources) {
      bounds.read(source, new EvenShares(source.rows(), comm.size()), comm.rank());
    }
    return bounds.ofAllRanks(comm);
  }

  private void read(PositionSource source, EvenShares shares, int rank) {
    long from = shares.start(rank);
    source.forEachPart(
        shares.count(rank),
        (first, end) -> {
          PositionBounds part = new PositionBounds();
          source.read(
              from + first,
              end - first,
              block -> part.add(block, i -> source.describeRow(from + first + block.row() + i)));
          add(part);
        });
  }

  /**
   * Widens the bounds to hold a block of coordinates.
   *
   * @param describe the location of a row of the block, for a message
   */
  void add(ColumnBlock block, LongFunction<String> describe) {
    double[] xyz = block.doubles();
    for (int d = 0; d < 3; d++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      double notFinite = 0;
      for (int i = d; i < 3 * block.count(); i += 3) {
        double x = xyz[i];
        least = x < least ? x : least;
        most = x > most ? x : most;
        notFinite += 0 * x; // NaN from a coordinate that is not finite on
      }
      if (Double.isNaN(notFinite)) {
        throw invalid(xyz, describe);
      }
      widen(d, least, most);
    }
  }

  /** Returns the exception for the first row with a coordinate that is not finite. */
  private static SnapshotException invalid(double[] xyz, LongFunction<String> describe) {
    int at = 0;
    while (Double.isFinite(xyz[at])) {
      at++;
    }
    int row = at / 3;
    return ColumnReading.invalid(
        describe.apply(row), xyz[3 * row], xyz[3 * row + 1], xyz[3 * row + 2]);
  }

  /** Widens the bounds to hold others; from any thread. */
  synchronized void add(PositionBounds part) {
    for (int d = 0; d < 3; d++) {
      widen(d, part.lower[d], part.upper[d]);
    }
  }

  private void widen(int d, double least, double most) {
    lower[d] = Math.min(lower[d], least);
    upper[d] = Math.max(upper[d], most);
  }

  /** The box of the bounds of all ranks, a point without positions; every rank calls it. */
  Box ofAllRanks(Communicator comm) {
    comm.min(lower);
    comm.max(upper);
    boolean empty = lower[0] > upper[0];
    return empty ? Box.open(new double[3], new double[3]) : Box.open(lower, upper);
  }
}
