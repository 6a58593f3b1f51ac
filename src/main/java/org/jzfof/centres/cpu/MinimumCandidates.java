package org.jzfof.centres.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;
import org.jzfof.threads.Parallel;

/**
 * The members of a group that may be deepest in its potential. Upper bounds for all members come
 * from all pairs, in single precision and in loops that processors do several steps of at once; the
 * potential of the member with the largest one is a lower bound for the deepest. Those left are
 * summed up in double precision. Long groups are left to the tree.
 */
final class MinimumCandidates {
  /** Longest group of which all pairs are looked at; the tree is faster from about there on. */
  private static final int PAIRS = 1 << 13;

  /** Members that are bounded together, and that are added up in single precision. */
  private static final int BLOCK = 1 << 12;

  private static final double ROUNDING = 1e-6; // of a term and of their sum
  private static final double DOUBLE_ROUNDING = 1e-9; // and of the integers that decide

  private final Field field;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final double[] mass;
  private final int from;
  private final int to;
  private final float[][] place;
  private final double[] upper;

  MinimumCandidates(PotentialTree tree, Field field, int group) {
    this.field = field;
    this.x = ints(tree.x());
    this.y = ints(tree.y());
    this.z = ints(tree.z());
    this.mass = doubles(tree.mass());
    this.from = (int) longs(tree.start())[group];
    this.to = (int) longs(tree.start())[group + 1];
    boolean pairs = to - from <= PAIRS;
    this.place = new float[3][pairs ? to - from : 0];
    this.upper = new double[pairs ? to - from : 0];
  }

  /** Whether a group of so many members is worth several threads, one group after the other. */
  static boolean isLong(long members) {
    return members > BLOCK;
  }

  /** Increasing numbers of members. */
  int[] find() {
    if (to - from > PAIRS || !place()) {
      return IntStream.range(from, to).toArray();
    }
    int count = to - from;
    double extent = 0;
    for (int i = 0; i < count; i++) {
      extent =
          Math.max(extent, Math.abs(place[0][i]) + Math.abs(place[1][i]) + Math.abs(place[2][i]));
    }
    // A coordinate is off by up to 2^-24 of the extent, which matters most for the nearest pairs.
    double nearest = 1 / field.softening().largest();
    double margin = 1 + ROUNDING + 0x1p-23 * Math.min(count, BLOCK) + 0x1p-21 * extent / nearest;
    share(count, BLOCK, (first, end) -> bound(first, end, (float) (nearest * nearest)));
    int best = 0;
    for (int i = 0; i < count; i++) {
      upper[i] = margin * upper[i] - mass[from + i] / nearest * (1 - ROUNDING);
      best = upper[i] > upper[best] ? i : best;
    }
    double least = potential(from + best) * (1 - ROUNDING);
    int[] left = IntStream.range(from, to).filter(m -> upper[m - from] >= least).toArray();
    double[] depth = new double[left.length];
    share(
        left.length,
        1,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            depth[i] = potential(left[i]);
          }
        });
    double deepest = Arrays.stream(depth).max().orElse(0) * (1 - DOUBLE_ROUNDING);
    return IntStream.range(0, left.length)
        .filter(i -> depth[i] >= deepest)
        .map(i -> left[i])
        .toArray();
  }

  private void share(int count, int grain, Parallel.Range task) {
    if (isLong(to - from)) {
      Parallel.forRange(count, grain, task);
    } else {
      task.run(0, count);
    }
  }

  /** Puts members at places from which all differences are those of nearest images, if possible. */
  private boolean place() {
    double[] cell = field.cell();
    double[] side = field.side();
    boolean near = true;
    for (int m = from; m < to; m++) {
      double dx = (x[m] - x[from]) * cell[0];
      double dy = (y[m] - y[from]) * cell[1];
      double dz = (z[m] - z[from]) * cell[2];
      near &=
          4 * Math.abs(dx) < side[0] && 4 * Math.abs(dy) < side[1] && 4 * Math.abs(dz) < side[2];
      place[0][m - from] = (float) dx;
      place[1][m - from] = (float) dy;
      place[2][m - from] = (float) dz;
    }
    return near;
  }

  /** Sums up the bounds of all pairs for a few members, they themselves included. */
  private void bound(int first, int end, float least) {
    float[] px = Arrays.copyOfRange(place[0], first, end);
    float[] py = Arrays.copyOfRange(place[1], first, end);
    float[] pz = Arrays.copyOfRange(place[2], first, end);
    float[] sums = new float[end - first];
    for (int block = 0; block < to - from; block += BLOCK) {
      Arrays.fill(sums, 0);
      for (int i = block; i < Math.min(block + BLOCK, to - from); i++) {
        addTerms(
            px, py, pz, place[0][i], place[1][i], place[2][i], (float) mass[from + i], least, sums);
      }
      for (int j = 0; j < sums.length; j++) {
        upper[first + j] += sums[j];
      }
    }
  }

  /** Softened potential is at most that of a point, and at most that in the centre. */
  private static void addTerms(
      float[] x,
      float[] y,
      float[] z,
      float cx,
      float cy,
      float cz,
      float mass,
      float least,
      float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      float dx = x[j] - cx;
      float dy = y[j] - cy;
      float dz = z[j] - cz;
      sums[j] += mass / (float) Math.sqrt(Math.max(dx * dx + dy * dy + dz * dz, least));
    }
  }

  /** The potential of a member in the field of the others. */
  private double potential(int of) {
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
