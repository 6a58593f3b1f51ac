package org.jzfof.snapshot;

import java.util.Arrays;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Takes coordinates and remembers in which precision they came. */
public final class Collected implements ColumnSink {
  final double[] xyz;
  final int[] fractions;
  String form = "";

  Collected(int rows) {
    xyz = new double[3 * rows];
    fractions = new int[3 * rows];
    Arrays.fill(xyz, Double.NaN);
  }

  static Collected of(Snapshot s, int type) {
    return of(s, type, 0, (int) s.header().counts()[type]);
  }

  static Collected of(Snapshot s, int type, long from, int rows) {
    Collected c = new Collected(rows);
    s.read(ParticleColumn.COORDINATES, type, from, rows, c);
    return c;
  }

  public static long[] ids(Snapshot s, int type, long from, int rows) {
    long[] ids = new long[rows];
    s.read(
        ParticleColumn.IDS,
        type,
        from,
        rows,
        block -> System.arraycopy(block.integers(), 0, ids, (int) block.row(), block.count()));
    return ids;
  }

  static float[] velocities(Snapshot s, int type, long from, int rows) {
    return numbers(s, ParticleColumn.VELOCITIES, type, from, rows);
  }

  static float[] masses(Snapshot s, int type) {
    return numbers(s, ParticleColumn.MASSES, type, 0, (int) s.header().counts()[type]);
  }

  private static float[] numbers(Snapshot s, ParticleColumn column, int type, long from, int rows) {
    float[] all = new float[column.width() * rows];
    s.read(
        column,
        type,
        from,
        rows,
        block -> {
          double[] values = block.doubles();
          for (int i = 0; i < block.length(); i++) {
            all[(int) (column.width() * block.row()) + i] = (float) values[i];
          }
        });
    return all;
  }

  @Override
  public void accept(ColumnBlock block) {
    int at = (int) (3 * block.row());
    if (block.isFractions()) {
      form = "fractions";
      System.arraycopy(block.fractions(), 0, fractions, at, block.length());
    } else {
      form = block.values() instanceof float[] ? "float" : "double";
      System.arraycopy(block.doubles(), 0, xyz, at, block.length());
    }
  }

  @Override
  public boolean takesFractions() {
    return true;
  }
}
