package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionFile;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Reads or computes the search radius of each query of a rank. */
final class RadiusReader {
  private final NeighbourInput input;
  private final RadiusChoice choice;
  private final long first;
  private final long count;

  /**
   * @param shares of the queries
   */
  RadiusReader(NeighbourInput input, RadiusChoice choice, EvenShares shares, int rank) {
    this.input = input;
    this.choice = choice;
    this.first = shares.start(rank);
    this.count = shares.count(rank);
  }

  /** Which neighbour makes the radius of each query; empty where radii are known without. */
  static OptionalInt nearest(NeighbourInput input, RadiusChoice choice) {
    boolean stored =
        input.queries() instanceof SnapshotRows rows && rows.has(ParticleColumn.SMOOTHING_LENGTHS);
    return choice instanceof RadiusChoice.Smoothing smoothing && !stored
        ? OptionalInt.of(smoothing.k())
        : OptionalInt.empty();
  }

  /** Finds radii where the snapshot has none; every rank calls it. */
  @FunctionalInterface
  interface ByNeighbours {
    /** The distance of the k-th neighbour of each query of this rank. */
    double[] distances(int k);
  }

  /** Radii, and what they are, in words. */
  record Result(QueryRadii radii, String description) {}

  /**
   * Reads or finds them; every rank calls it.
   *
   * @throws SnapshotException naming the first that is negative or no number
   */
  Result read(ByNeighbours neighbours) {
    if (choice instanceof RadiusChoice.Fixed fixed) {
      return new Result(QueryRadii.same(fixed.radius()), Double.toString(fixed.radius()));
    }
    if (choice instanceof RadiusChoice.Stored stored) {
      Path file = stored.file();
      double[] radii = new double[Math.toIntExact(count)];
      PositionFile.numbers(
          file, stored.dataset(), input.queries().rows(), first, count, new Reaching(radii));
      requireLengths(radii, stored.dataset() + " in " + file);
      return new Result(QueryRadii.of(radii), stored.dataset() + " in " + file);
    }
    return smoothing((RadiusChoice.Smoothing) choice, neighbours);
  }

  /**
   * Takes float64 radii as they stand. A float32 radius is a rounded number, and reaches to every
   * distance that is rounded to it or a smaller one: with distances of {@code jzfof knn} in float32
   * as radii each query finds the neighbours of which these are the distances, though half of them
   * are rounded down.
   *
   * @param radii receives them
   */
  private record Reaching(double[] radii) implements ColumnSink {
    @Override
    public void accept(ColumnBlock block) {
      double[] values = block.doubles();
      boolean rounded = block.values() instanceof float[];
      for (int i = 0; i < block.count(); i++) {
        radii[(int) block.row() + i] = rounded ? reach((float) values[i]) : values[i];
      }
    }

    /** The largest double that is rounded to a float; 0, and what is no length, is itself. */
    private static double reach(float radius) {
      if (!(radius > 0 && radius < Float.MAX_VALUE)) {
        return radius;
      }
      double half = 0.5 * ((double) radius + Math.nextUp(radius)); // exact, rounded to even
      return (float) half == radius ? half : Math.nextDown(half);
    }
  }

  private Result smoothing(RadiusChoice.Smoothing asked, ByNeighbours neighbours) {
    boolean scaled = !Double.isNaN(asked.scale());
    if (input.queries() instanceof SnapshotRows rows
        && rows.has(ParticleColumn.SMOOTHING_LENGTHS)) {
      double[] stored = rows.numbers(ParticleColumn.SMOOTHING_LENGTHS, first, count);
      double support = scaled ? asked.scale() : rows.factor(ParticleColumn.SMOOTHING_LENGTHS);
      requireLengths(stored, "the smoothing length");
      return result(stored, support, support + " smoothing lengths");
    }
    double factor = scaled ? asked.scale() : 1;
    String what = "%s distances of the neighbour %d".formatted(factor, asked.k());
    double[] distances = neighbours.distances(asked.k());
    for (double distance : distances) {
      if (Double.isInfinite(distance)) {
        throw new SnapshotException(
            "there is no neighbour %d for a smoothing length: give a smaller -k"
                .formatted(asked.k()));
      }
    }
    return result(distances, factor, what);
  }

  private static Result result(double[] lengths, double factor, String what) {
    Arrays.setAll(lengths, i -> factor * lengths[i]);
    return new Result(QueryRadii.of(lengths), what);
  }

  private void requireLengths(double[] radii, String what) {
    for (int i = 0; i < radii.length; i++) {
      if (!(radii[i] >= 0) || Double.isInfinite(radii[i])) {
        throw new SnapshotException(
            "%s of %s is %s: a finite length of at least 0 is expected"
                .formatted(what, input.queries().describeRow(first + i), radii[i]));
      }
    }
  }
}
