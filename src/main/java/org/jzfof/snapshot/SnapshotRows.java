package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;

/**
 * The particles of some types of a snapshot as one sequence of rows, the source order: types in
 * increasing order, each over all files.
 */
public final class SnapshotRows implements PositionSource {
  private final Snapshot snapshot;
  private final int[] types;
  private final long[] start;
  private final boolean doubles;

  /**
   * @param types particle types, increasing
   * @param doubles as {@link FileChecks#doubles} says over all files
   */
  public SnapshotRows(Snapshot snapshot, int[] types, boolean doubles) {
    this.snapshot = snapshot;
    this.types = types.clone();
    this.doubles = doubles;
    this.start = new long[types.length + 1];
    for (int i = 0; i < types.length; i++) {
      start[i + 1] = start[i] + snapshot.header().counts()[types[i]];
    }
  }

  @Override
  public long rows() {
    return start[types.length];
  }

  @Override
  public boolean isDouble() {
    return doubles;
  }

  @Override
  public void read(long from, long count, FloatSink sink) {
    forEachType(
        from,
        count,
        (type, first, rows, at) -> snapshot.readCoordinates(type, first, rows, shifted(sink, at)));
  }

  /** Reads IDs; arguments as for {@link #read}. */
  public void readIds(long from, long count, LongSink sink) {
    forEachType(
        from,
        count,
        (type, first, rows, at) ->
            snapshot.readIds(type, first, rows, (row, n, ids) -> sink.accept(at + row, n, ids)));
  }

  /** Reads masses, also of types whose particles share one; arguments as for {@link #read}. */
  public void readMasses(long from, long count, FloatSink.Wide sink) {
    forEachType(
        from,
        count,
        (type, first, rows, at) -> {
          if (snapshot.constantMass(type).isEmpty()) {
            snapshot.readMasses(
                type,
                first,
                rows,
                FloatSink.widening(1, (row, n, masses) -> sink.accept(at + row, n, masses)));
          } else {
            double[] block = new double[(int) Math.min(rows, RowReader.BLOCK_ROWS)];
            Arrays.fill(block, snapshot.constantMass(type).getAsDouble());
            new Blocks(0, rows, at, RowReader.BLOCK_ROWS)
                .forEach((row, n, target) -> sink.accept(target, n, block));
          }
        });
  }

  /** The masses of consecutive rows, as {@link #readMasses} reads them. */
  public double[] masses(long from, long count) {
    double[] masses = new double[Math.toIntExact(count)];
    readMasses(from, count, (row, n, block) -> System.arraycopy(block, 0, masses, (int) row, n));
    return masses;
  }

  /** Reads velocities as peculiar ones, three values a row; arguments as for {@link #read}. */
  public void readPeculiarVelocities(long from, long count, FloatSink.Wide sink) {
    double factor = snapshot.header().velocityToPeculiar();
    forEachType(
        from,
        count,
        (type, first, rows, at) ->
            snapshot.readVelocities(
                type,
                first,
                rows,
                FloatSink.widening(
                    3,
                    (row, n, stored) -> {
                      double[] peculiar = new double[3 * n];
                      Arrays.setAll(peculiar, i -> factor * stored[i]);
                      sink.accept(at + row, n, peculiar);
                    })));
  }

  /** Whether every type has smoothing lengths. */
  public boolean hasSmoothingLengths() {
    return Arrays.stream(types)
        .allMatch(type -> SmoothingLengths.dataset(snapshot, type).isPresent());
  }

  /**
   * The smoothing lengths; empty where a type has none.
   *
   * @return of consecutive rows
   */
  public Optional<double[]> smoothingLengths(long from, long count) {
    if (!hasSmoothingLengths()) {
      return Optional.empty();
    }
    return Optional.of(
        numbers(type -> SmoothingLengths.dataset(snapshot, type).orElseThrow(), from, count));
  }

  /**
   * The numbers of a dataset that every type has, of consecutive rows.
   *
   * @param dataset its name in the groups of the types
   */
  public double[] numbers(String dataset, long from, long count) {
    return numbers(type -> dataset, from, count);
  }

  private double[] numbers(IntFunction<String> dataset, long from, long count) {
    double[] numbers = new double[Math.toIntExact(count)];
    forEachType(
        from,
        count,
        (type, first, rows, at) ->
            snapshot.readNumbers(
                type,
                dataset.apply(type),
                first,
                rows,
                FloatSink.widening(
                    1,
                    (row, n, values) ->
                        System.arraycopy(values, 0, numbers, (int) (at + row), n))));
    return numbers;
  }

  /**
   * Looks whether every type has a dataset with a number for each particle, in its first file.
   *
   * @throws org.jzfof.error.SnapshotException if it has none, or of another shape
   */
  public void requireNumbers(String dataset) {
    Arrays.stream(types).forEach(type -> snapshot.requireNumbers(type, dataset));
  }

  /** The radius of a kernel over its smoothing length, as {@link SmoothingLengths#support}. */
  public double kernelSupport() {
    return SmoothingLengths.support(snapshot);
  }

  /**
   * Bits of IDs that are stored with a sign, of any type if 64, of all types if 32; otherwise 0.
   * All types have some.
   */
  public int signedIdBits() {
    int[] bits = Arrays.stream(types).map(snapshot::signedIdBits).distinct().toArray();
    return bits.length == 1
        ? bits[0]
        : Arrays.stream(bits).filter(of -> of == Long.SIZE).findFirst().orElse(0);
  }

  /** The mass that all particles share; empty where there are several. */
  public OptionalDouble oneMass() {
    double[] masses =
        Arrays.stream(types)
            .filter(type -> snapshot.header().counts()[type] > 0)
            .mapToDouble(type -> snapshot.constantMass(type).orElse(Double.NaN))
            .distinct()
            .toArray();
    return masses.length == 1 && !Double.isNaN(masses[0])
        ? OptionalDouble.of(masses[0])
        : OptionalDouble.empty();
  }

  /** With the particle's ID where it has one. */
  @Override
  public String describeRow(long row) {
    int i = 0;
    while (row >= start[i + 1]) {
      i++;
    }
    return snapshot.describeParticle(types[i], row - start[i]);
  }

  private static FloatSink shifted(FloatSink sink, long shift) {
    return new FloatSink() {
      @Override
      public void accept(long row, int count, float[] xyz) {
        sink.accept(shift + row, count, xyz);
      }

      @Override
      public void accept(long row, int count, double[] xyz) {
        sink.accept(shift + row, count, xyz);
      }
    };
  }

  private void forEachType(long from, long count, TypeReader reader) {
    for (int i = 0; i < types.length; i++) {
      long first = Math.max(from, start[i]);
      long end = Math.min(from + count, start[i + 1]);
      if (first < end) {
        reader.read(types[i], first - start[i], end - first, first - from);
      }
    }
  }

  @FunctionalInterface
  private interface TypeReader {
    /** Reads rows of a type; the first of them is row {@code at} of what was asked for. */
    void read(int type, long first, long rows, long at);
  }
}
