package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.positions.PositionFile;

/** Reads or computes the search radius of each query of a rank. */
final class RadiusReader {
  private final NeighbourInput input;
  private final RadiusChoice choice;
  private final long first;
  private final long count;

  RadiusReader(NeighbourInput input, RadiusChoice choice, EvenShares shares, int rank) {
    this.input = input;
    this.choice = choice;
    this.first = shares.start(rank);
    this.count = shares.count(rank);
  }

  /**
   * Number k of the neighbour whose distance determines the radius of each query; empty if radii do
   * not depend on neighbours.
   */
  static OptionalInt nearest(NeighbourInput input, RadiusChoice choice) {
    if (choice instanceof RadiusChoice.Iterated iterated) {
      OptionalInt k = nearest(input, iterated.start());
      return k.isEmpty()
          ? k
          : OptionalInt.of(SmoothingIteration.nearest(k.getAsInt(), input.sources().rows()));
    }
    boolean stored =
        input.queries() instanceof SnapshotRows rows && rows.has(ParticleColumn.SMOOTHING_LENGTHS);
    return choice instanceof RadiusChoice.Smoothing smoothing && !stored
        ? OptionalInt.of(smoothing.k())
        : OptionalInt.empty();
  }

  /** Search for the distances of neighbours, if the snapshot has no radii; every rank calls it. */
  @FunctionalInterface
  interface DistanceSearch {
    /** The distance of the k-th neighbour of each query of this rank. */
    double[] distances(int k);
  }

  /** Radii and their description for the file. */
  record Result(QueryRadii radii, String description) {}

  /**
   * Reads or computes the radii, or the first radii of an iteration; every rank calls it.
   *
   * @throws SnapshotException with the first radius that is negative or not finite
   */
  Result read(DistanceSearch neighbours) {
    if (choice instanceof RadiusChoice.Fixed fixed) {
      return new Result(QueryRadii.same(fixed.radius()), Double.toString(fixed.radius()));
    }
    if (choice instanceof RadiusChoice.Stored stored) {
      Path file = stored.file();
      double[] radii = new double[Math.toIntExact(count)];
      PositionFile.numbers(
          file, stored.dataset(), input.queries().rows(), first, count, new RadiusSink(radii));
      requireLengths(radii, stored.dataset() + " in " + file);
      return new Result(QueryRadii.of(radii), stored.dataset() + " in " + file);
    }
    return choice instanceof RadiusChoice.Iterated iterated
        ? smoothing(iterated.start(), neighbours)
        : smoothing((RadiusChoice.Smoothing) choice, neighbours);
  }

  private Result smoothing(RadiusChoice.Smoothing smoothing, DistanceSearch neighbours) {
    boolean scaled = !Double.isNaN(smoothing.scale());
    if (input.queries() instanceof SnapshotRows rows
        && rows.has(ParticleColumn.SMOOTHING_LENGTHS)) {
      double[] stored = rows.numbers(ParticleColumn.SMOOTHING_LENGTHS, first, count);
      double support = scaled ? smoothing.scale() : rows.factor(ParticleColumn.SMOOTHING_LENGTHS);
      requireLengths(stored, "the smoothing length");
      return result(stored, support, support + " smoothing lengths");
    }
    double factor = scaled ? smoothing.scale() : 1;
    String description = "%s distances of the neighbour %d".formatted(factor, smoothing.k());
    double[] distances = neighbours.distances(smoothing.k());
    for (double distance : distances) {
      if (Double.isInfinite(distance)) {
        throw new SnapshotException(
            "there is no neighbour %d for a smoothing length: give a smaller -k"
                .formatted(smoothing.k()));
      }
    }
    return result(distances, factor, description);
  }

  private static Result result(double[] lengths, double factor, String description) {
    Arrays.setAll(lengths, i -> factor * lengths[i]);
    return new Result(QueryRadii.of(lengths), description);
  }

  private void requireLengths(double[] radii, String description) {
    QueryRadii.requireLengths(
        radii, i -> description + " of " + input.queries().describeRow(first + i));
  }
}
