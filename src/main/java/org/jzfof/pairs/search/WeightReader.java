package org.jzfof.pairs.search;

import java.util.Optional;
import java.util.function.IntFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ValueRange;
import org.jzfof.pairs.WeightGrid;
import org.jzfof.pairs.WeightTotals;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.ValueLoader;

/** Reads the weights of particles in pairs onto the device: their masses, or a dataset. */
public final class WeightReader {
  /** Relative rounding error above which a warning is given. */
  private static final double WARNING_LIMIT = 1e-6;

  private final ParticleColumn column;
  private final DeviceMemory memory;
  private final Communicator comm;

  public WeightReader(ParticleColumn column, DeviceMemory memory, Communicator comm) {
    this.column = column;
    this.memory = memory;
    this.comm = comm;
  }

  /**
   * Weights of this rank's share of the particles.
   *
   * @param steps I32 [n] weights, unsigned
   * @param totals sums of the weights of all ranks
   * @param warning a sentence on the rounding of the smallest weights, if it is large
   */
  public record Weights(DeviceArray steps, WeightTotals totals, Optional<String> warning) {}

  /**
   * Checks that particles have weights.
   *
   * @throws org.jzfof.error.SnapshotException if a type has no weights, or weights of another shape
   */
  void require(SnapshotRows particles) {
    particles.require(column);
  }

  /**
   * Reads this rank's share. Every rank calls this method.
   *
   * @throws org.jzfof.error.SnapshotException for the first weight that is negative or not finite
   */
  Weights read(SnapshotRows particles) {
    EvenShares shares = new EvenShares(particles.rows(), comm.size());
    long first = shares.start(comm.rank());
    long count = shares.count(comm.rank());
    return of(particles.numbers(column, first, count), i -> particles.describeRow(first + i));
  }

  /**
   * Converts weights of this rank's share. Every rank calls this method.
   *
   * @param describe the location of the weight with an index, for a message
   * @throws org.jzfof.error.SnapshotException for the first weight that is negative or not finite
   */
  public Weights of(double[] weights, IntFunction<String> describe) {
    ValueRange range = ValueLoader.requireAll(column, weights, weights.length, describe);
    double[] largest = {range.largest()};
    comm.max(largest);
    WeightGrid grid = WeightGrid.of(largest[0]);
    int[] steps = new int[weights.length];
    double[] rounding = new double[1];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = grid.steps(weights[i]);
      rounding[0] = Math.max(rounding[0], grid.rounding(weights[i]));
    }
    comm.max(rounding);
    WeightTotals totals = WeightTotals.of(grid, steps, comm);
    return new Weights(memory.upload(steps), totals, warning(rounding[0], largest[0]));
  }

  private Optional<String> warning(double rounding, double largest) {
    return rounding <= WARNING_LIMIT
        ? Optional.empty()
        : Optional.of(
            "the smallest weights have relative rounding errors of up to %.2g, because the largest weight is %s"
                .formatted(rounding, largest));
  }
}
