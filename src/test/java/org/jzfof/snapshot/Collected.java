package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.Optional;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Takes coordinates and remembers in which precision they came. */
public final class Collected implements FloatSink {
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
        (row, n, v) -> System.arraycopy(v, 0, ids, (int) row, n));
    return ids;
  }

  static float[] velocities(Snapshot s, int type, long from, int rows) {
    float[] all = new float[3 * rows];
    s.read(ParticleColumn.VELOCITIES, type, from, rows, into(all, 3));
    return all;
  }

  static float[] masses(Snapshot s, int type) {
    int rows = (int) s.header().counts()[type];
    float[] all = new float[rows];
    s.read(ParticleColumn.MASSES, type, 0, rows, into(all, 1));
    return all;
  }

  private static FloatSink into(float[] all, int width) {
    return FloatSink.widening(
        width,
        (row, n, v) -> {
          for (int i = 0; i < width * n; i++) {
            all[(int) (width * row) + i] = (float) v[i];
          }
        });
  }

  @Override
  public void accept(long row, int count, float[] block) {
    form = "float";
    for (int i = 0; i < 3 * count; i++) {
      xyz[(int) (3 * row) + i] = block[i];
    }
  }

  @Override
  public void accept(long row, int count, double[] block) {
    form = "double";
    System.arraycopy(block, 0, xyz, (int) (3 * row), 3 * count);
  }

  @Override
  public Optional<Fractions> fractions() {
    return Optional.of(
        (row, count, block) -> {
          form = "fractions";
          System.arraycopy(block, 0, fractions, (int) (3 * row), 3 * count);
        });
  }
}
