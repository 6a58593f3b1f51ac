package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The particles of one or more types as one sequence of rows in source order: types in increasing
 * order, each over all files.
 */
public final class SnapshotRows implements PositionSource {
  private final Snapshot snapshot;
  private final int[] types;
  private final long[] start;
  private final boolean doubles;

  /**
   * @param types particle types, increasing
   * @param doubles whether {@link FileChecks#doubles} names any file
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
  public void read(long from, long count, ColumnSink sink) {
    read(ParticleColumn.COORDINATES, from, count, sink);
  }

  /**
   * Reads a column that every type has. A mass that all particles of a type share is repeated for
   * each row. Other arguments are those of {@link #read(long, long, ColumnSink)}.
   */
  public void read(ParticleColumn column, long from, long count, ColumnSink sink) {
    for (int i = 0; i < types.length; i++) {
      long first = Math.max(from, start[i]);
      long end = Math.min(from + count, start[i + 1]);
      if (first < end) {
        ColumnSink shifted = block -> sink.accept(block.shifted(first - from));
        read(column, types[i], first - start[i], end - first, shifted);
      }
    }
  }

  /**
   * Reads a column as {@link #read(ParticleColumn, long, long, ColumnSink)}, with all threads where
   * that is faster.
   *
   * @param sink receives blocks in any order, from several threads at once
   */
  public void readInParts(ParticleColumn column, long from, long count, ColumnSink sink) {
    forEachPart(
        count,
        (first, end) ->
            read(column, from + first, end - first, block -> sink.accept(block.shifted(first))));
  }

  @Override
  public boolean readsInParts() {
    return Arrays.stream(types)
        .filter(type -> snapshot.header().counts()[type] > 0)
        .allMatch(snapshot::readsInParts);
  }

  private void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink) {
    OptionalDouble same =
        column.equals(ParticleColumn.MASSES) ? snapshot.constantMass(type) : OptionalDouble.empty();
    if (same.isEmpty()) {
      snapshot.read(column, type, from, rows, sink);
      return;
    }
    double[] masses = new double[(int) Math.min(rows, RowReader.BLOCK_ROWS)];
    Arrays.fill(masses, same.getAsDouble());
    new Blocks(0, rows, 0, RowReader.BLOCK_ROWS)
        .forEach((row, n, target) -> sink.accept(new ColumnBlock(row, n, 1, masses)));
  }

  /** Returns the stored values of consecutive rows [width·count]. */
  public double[] numbers(ParticleColumn column, long from, long count) {
    int width = column.width();
    double[] numbers = new double[Math.toIntExact(width * count)];
    readInParts(
        column,
        from,
        count,
        block ->
            System.arraycopy(
                block.doubles(), 0, numbers, (int) (width * block.row()), block.length()));
    return numbers;
  }

  /** Whether every type has a column. */
  public boolean has(ParticleColumn column) {
    return Arrays.stream(types).allMatch(type -> snapshot.has(column, type));
  }

  /**
   * Requires that the first file with each type has a column.
   *
   * @throws org.jzfof.error.SnapshotException if a column is missing or has another shape
   */
  public void require(ParticleColumn column) {
    Arrays.stream(types).forEach(type -> snapshot.require(column, type));
  }

  /** Factor from stored values to the physical quantity, as {@link Snapshot#factor}. */
  public double factor(ParticleColumn column) {
    return snapshot.factor(column, types[0]);
  }

  /**
   * Bits of signed IDs: 64 if any type stores signed 64-bit IDs, 32 if all types store signed
   * 32-bit IDs, otherwise 0. All types must have IDs.
   */
  public int signedIdBits() {
    int[] bits = Arrays.stream(types).map(snapshot::signedIdBits).distinct().toArray();
    return bits.length == 1
        ? bits[0]
        : Arrays.stream(bits).filter(of -> of == Long.SIZE).findFirst().orElse(0);
  }

  /** The mass that all particles share; empty if particles have different masses. */
  public OptionalDouble commonMass() {
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

  /** The location of a row, with the ID of the particle if it has one. */
  @Override
  public String describeRow(long row) {
    int i = 0;
    while (row >= start[i + 1]) {
      i++;
    }
    return snapshot.describeParticle(types[i], row - start[i]);
  }
}
