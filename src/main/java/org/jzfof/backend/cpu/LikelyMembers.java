package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.doubles;
import static org.jzfof.backend.cpu.CpuArray.ints;
import static org.jzfof.backend.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;

/**
 * The members of a group that may be deepest in its potential. Upper bounds for all members come
 * from all pairs, in single precision and in loops that processors do several steps of at once; the
 * potential of the member with the largest one is a lower bound for the deepest. Those left are
 * summed up in double precision. Very long groups are left to the tree.
 */
final class LikelyMembers {
  /** Longest group of which all pairs are looked at; the tree is faster from about there on. */
  private static final int PAIRS = 1 << 12;

  private static final double ROUNDING = 1e-6; // of a term and of their sum
  private static final double DOUBLE_ROUNDING = 1e-9; // and of the integers that decide

  private final long[] start;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final double[] mass;
  private final Field field;
  private float[] px = {};
  private float[] py = {};
  private float[] pz = {};
  private float[] sums = {};
  private double[] upper = {};

  LikelyMembers(PotentialTree tree, Field field) {
    this.start = longs(tree.start());
    this.x = ints(tree.x());
    this.y = ints(tree.y());
    this.z = ints(tree.z());
    this.mass = doubles(tree.mass());
    this.field = field;
  }

  /** Increasing numbers of members. */
  int[] of(int group) {
    int from = (int) start[group];
    int to = (int) start[group + 1];
    if (to - from > PAIRS) {
      return IntStream.range(from, to).toArray();
    }
    reserve(to - from);
    if (!place(from, to)) {
      return IntStream.range(from, to).toArray();
    }
    int count = to - from;
    double extent = 0;
    for (int i = 0; i < count; i++) {
      extent = Math.max(extent, Math.abs(px[i]) + Math.abs(py[i]) + Math.abs(pz[i]));
    }
    // A coordinate is off by up to 2^-24 of the extent, which matters most for the nearest pairs.
    double nearest = 1 / field.softening().largest();
    double margin = 1 + ROUNDING + 0x1p-23 * count + 0x1p-21 * extent / nearest;
    Arrays.fill(sums, 0, count, 0);
    for (int i = 0; i < count; i++) {
      addTerms(px, py, pz, count, i, (float) mass[from + i], (float) (nearest * nearest), sums);
    }
    int best = 0;
    for (int i = 0; i < count; i++) {
      upper[i] = margin * sums[i] - mass[from + i] / nearest * (1 - ROUNDING);
      best = upper[i] > upper[best] ? i : best;
    }
    double least = potential(from + best, from, to) * (1 - ROUNDING);
    int[] left = IntStream.range(from, to).filter(m -> upper[m - from] >= least).toArray();
    double[] depth = Arrays.stream(left).mapToDouble(m -> potential(m, from, to)).toArray();
    double deepest = Arrays.stream(depth).max().orElse(0) * (1 - DOUBLE_ROUNDING);
    return IntStream.range(0, left.length)
        .filter(i -> depth[i] >= deepest)
        .map(i -> left[i])
        .toArray();
  }

  /** Scratch space: most groups are short. */
  private void reserve(int count) {
    if (count > px.length) {
      px = new float[count];
      py = new float[count];
      pz = new float[count];
      sums = new float[count];
      upper = new double[count];
    }
  }

  /** Puts members at places from which all differences are those of nearest images, if possible. */
  private boolean place(int from, int to) {
    double[] cell = field.cell();
    double[] side = field.side();
    boolean near = true;
    for (int m = from; m < to; m++) {
      double dx = (x[m] - x[from]) * cell[0];
      double dy = (y[m] - y[from]) * cell[1];
      double dz = (z[m] - z[from]) * cell[2];
      near &=
          4 * Math.abs(dx) < side[0] && 4 * Math.abs(dy) < side[1] && 4 * Math.abs(dz) < side[2];
      px[m - from] = (float) dx;
      py[m - from] = (float) dy;
      pz[m - from] = (float) dz;
    }
    return near;
  }

  /** Softened potential is at most that of a point, and at most that in the centre. */
  private static void addTerms(
      float[] x, float[] y, float[] z, int count, int of, float mass, float least, float[] sums) {
    float cx = x[of];
    float cy = y[of];
    float cz = z[of];
    for (int j = 0; j < count; j++) {
      float dx = x[j] - cx;
      float dy = y[j] - cy;
      float dz = z[j] - cz;
      sums[j] += mass / (float) Math.sqrt(Math.max(dx * dx + dy * dy + dz * dz, least));
    }
  }

  /** The potential of a member in the field of the others. */
  private double potential(int of, int from, int to) {
    double[] cell = field.cell();
    double sum = 0;
    for (int m = from; m < to; m++) {
      double dx = (x[m] - x[of]) * cell[0];
      double dy = (y[m] - y[of]) * cell[1];
      double dz = (z[m] - z[of]) * cell[2];
      double distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      sum += m == of ? 0 : mass[m] * field.softening().potential(distance);
    }
    return sum;
  }
}
