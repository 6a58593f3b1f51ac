package org.jzfof.centres.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;
import org.jzfof.threads.Parallel;

/**
 * Finds the members of a group that may be deepest in its potential. All pairs, in single precision
 * and vectorised loops, give upper bounds for all members; the potential of the member with the
 * largest upper bound is a lower bound of the deepest potential. The potentials of the remaining
 * members are summed in double precision. For longer groups all members stay candidates, for the
 * tree.
 */
final class MinimumCandidates {
  /**
   * Maximum length of a group whose pairs are all computed; beyond about this length the tree is
   * faster.
   */
  private static final int MAX_PAIRS_LENGTH = 1 << 13;

  /**
   * Number of members that are bounded together, and whose terms are summed in single precision.
   */
  private static final int BLOCK = 1 << 12;

  private static final double ROUNDING = 1e-6; // relative error of a term and of their sum
  private static final double DOUBLE_ROUNDING =
      1e-9; // the same for double precision, and for the integers that decide

  private final Field field;
  private final Softening softening;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final double[] mass;
  private final int from;
  private final int to;
  private final float[][] position;
  private final double[] upper;

  MinimumCandidates(PotentialTree tree, Field field, int group) {
    this.field = field;
    this.softening = new Softening(doubles(tree.softening())[group]);
    this.x = ints(tree.x());
    this.y = ints(tree.y());
    this.z = ints(tree.z());
    this.mass = doubles(tree.mass());
    this.from = (int) longs(tree.start())[group];
    this.to = (int) longs(tree.start())[group + 1];
    boolean pairs = to - from <= MAX_PAIRS_LENGTH;
    this.position = new float[3][pairs ? to - from : 0];
    this.upper = new double[pairs ? to - from : 0];
  }

  /** Returns whether a group of {@code members} members is long enough for several threads. */
  static boolean isLong(long members) {
    return members > BLOCK;
  }

  /** Returns the candidates as increasing member indices. */
  int[] find() {
    if (to - from > MAX_PAIRS_LENGTH || !setPositions()) {
      return IntStream.range(from, to).toArray();
    }
    int count = to - from;
    double extent = 0;
    for (int i = 0; i < count; i++) {
      extent =
          Math.max(
              extent,
              Math.abs(position[0][i]) + Math.abs(position[1][i]) + Math.abs(position[2][i]));
    }
    // The error of a coordinate is up to 2^-24 of the extent and matters most for the nearest
    // pairs.
    double nearest = 1 / softening.largest();
    double margin = 1 + ROUNDING + 0x1p-23 * Math.min(count, BLOCK) + 0x1p-21 * extent / nearest;
    runShared(count, BLOCK, (first, end) -> bound(first, end, (float) (nearest * nearest)));
    int best = 0;
    for (int i = 0; i < count; i++) {
      upper[i] = margin * upper[i] - mass[from + i] / nearest * (1 - ROUNDING);
      best = upper[i] > upper[best] ? i : best;
    }
    double lowerBound = potential(from + best) * (1 - ROUNDING);
    int[] left = IntStream.range(from, to).filter(m -> upper[m - from] >= lowerBound).toArray();
    double[] depth = new double[left.length];
    runShared(
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

  private void runShared(int count, int grain, Parallel.Range task) {
    if (isLong(to - from)) {
      Parallel.forRange(count, grain, task);
    } else {
      task.run(0, count);
    }
  }

  /**
   * Sets positions relative to the first member; returns whether all differences are those of
   * nearest images.
   */
  private boolean setPositions() {
    double[] cell = field.cell();
    double[] side = field.side();
    boolean near = true;
    for (int m = from; m < to; m++) {
      double dx = (x[m] - x[from]) * cell[0];
      double dy = (y[m] - y[from]) * cell[1];
      double dz = (z[m] - z[from]) * cell[2];
      near &=
          4 * Math.abs(dx) < side[0] && 4 * Math.abs(dy) < side[1] && 4 * Math.abs(dz) < side[2];
      position[0][m - from] = (float) dx;
      position[1][m - from] = (float) dy;
      position[2][m - from] = (float) dz;
    }
    return near;
  }

  /**
   * Sums the bounds of all pairs for the members [first, end), including pairs of a member with
   * itself.
   */
  private void bound(int first, int end, float minSquare) {
    float[] px = Arrays.copyOfRange(position[0], first, end);
    float[] py = Arrays.copyOfRange(position[1], first, end);
    float[] pz = Arrays.copyOfRange(position[2], first, end);
    float[] sums = new float[end - first];
    for (int block = 0; block < to - from; block += BLOCK) {
      Arrays.fill(sums, 0);
      for (int i = block; i < Math.min(block + BLOCK, to - from); i++) {
        addTerms(
            px,
            py,
            pz,
            position[0][i],
            position[1][i],
            position[2][i],
            (float) mass[from + i],
            minSquare,
            sums);
      }
      for (int j = 0; j < sums.length; j++) {
        upper[first + j] += sums[j];
      }
    }
  }

  /**
   * Adds bounds of the softened potential, which is at most that of a point mass and at most that
   * in the centre.
   */
  private static void addTerms(
      float[] x,
      float[] y,
      float[] z,
      float cx,
      float cy,
      float cz,
      float mass,
      float minSquare,
      float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      float dx = x[j] - cx;
      float dy = y[j] - cy;
      float dz = z[j] - cz;
      sums[j] += mass / (float) Math.sqrt(Math.max(dx * dx + dy * dy + dz * dz, minSquare));
    }
  }

  /** Returns the potential of a member in the field of the other members. */
  private double potential(int target) {
    double[] cell = field.cell();
    double sum = 0;
    for (int m = from; m < to; m++) {
      double dx = (x[m] - x[target]) * cell[0];
      double dy = (y[m] - y[target]) * cell[1];
      double dz = (z[m] - z[target]) * cell[2];
      double distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      sum += m == target ? 0 : mass[m] * softening.potential(distance);
    }
    return sum;
  }
}
