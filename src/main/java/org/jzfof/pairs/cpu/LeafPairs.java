package org.jzfof.pairs.cpu;

import java.util.Arrays;
import org.jzfof.neighbours.cpu.index.PairDistance;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;

/**
 * Counts pairs between the points of a leaf and other points: in batches, by distances in float, or
 * one by one in double if the rounding error of float may decide or if periodic images differ. Each
 * thread has its own instance.
 */
final class LeafPairs {
  private static final int BATCH = 256;

  private static final int LANES = 4;

  private final PairBins bins;
  private final BinTable table;
  private final NearBins near;
  private final PairDistance distance;
  private final PairTree points;
  private final PairTree partners;
  private final PairProducts products;
  private final double unit;
  private final double[][] shift = new double[27][3];
  private final long[][] lanes;
  private final int[] point = new int[BATCH];
  private final float[][] batch = new float[3][BATCH];
  private final float[] square = new float[BATCH + LANES - 1];
  private final float[] along = new float[BATCH];
  private final int[] unclear = new int[BATCH];
  private final double[] origin = new double[3];
  private int first;
  private int end;
  private int size;

  /**
   * @param products receives the products of weights; may be null
   */
  LeafPairs(
      PairBins bins,
      BinTable table,
      NearBins near,
      PairDistance distance,
      PairTree points,
      PairTree partners,
      PairProducts products) {
    this.bins = bins;
    this.table = table;
    this.near = near;
    this.distance = distance;
    this.unit = near.unit();
    this.points = points;
    this.partners = partners;
    this.products = products;
    this.lanes = new long[LANES][NearBins.FIRST + bins.count()];
    for (int turns = 0; turns < shift.length; turns++) {
      for (int d = 0; d < 3; d++) {
        shift[turns][d] = NodeBins.turns(turns, d) * distance.side()[d];
      }
    }
  }

  /** Starts with the points of a leaf. */
  void begin(int from, int to) {
    first = from;
    end = to;
    size = 0;
    for (int d = 0; d < 3; d++) {
      origin[d] = points.at(d)[from];
    }
  }

  /**
   * Counts the pairs of the leaf and other points.
   *
   * @param turns box shifts, as from {@link NodeBins#turns}
   */
  void add(int from, int to, int turns) {
    if (turns == NodeBins.SEVERAL) {
      for (int i = first; i < end; i++) {
        for (int j = from; j < to; j++) {
          addExactly(i, j, j);
        }
      }
      return;
    }
    for (int next = from; next < to; ) {
      int length = Math.min(to - next, BATCH - size);
      addToBatch(next, length, shift[turns]);
      size += length;
      next += length;
      if (size == BATCH) {
        finish();
      }
    }
  }

  /** Adds points to the batch, by their positions relative to the first point of the leaf. */
  private void addToBatch(int from, int length, double[] around) {
    double[] x = partners.at(0);
    double[] y = partners.at(1);
    double[] z = partners.at(2);
    double dx = around[0] - origin[0];
    double dy = around[1] - origin[1];
    double dz = around[2] - origin[2];
    for (int j = 0; j < length; j++) {
      batch[0][size + j] = (float) ((x[from + j] + dx) * unit);
      batch[1][size + j] = (float) ((y[from + j] + dy) * unit);
      batch[2][size + j] = (float) ((z[from + j] + dz) * unit);
      point[size + j] = from + j;
    }
  }

  /** Counts the pairs of points of the leaf, each once. */
  void addWithin() {
    for (int i = first; i < end; i++) {
      for (int j = i + 1; j < end; j++) {
        addExactly(i, j, j);
      }
    }
  }

  /** Counts the pairs of the batch. */
  void finish() {
    for (int i = first; i < end && size > 0; i++) {
      if (bins.separation() == Separation.R) {
        addDistances(i);
      } else {
        addWithSight(i);
      }
    }
    size = 0;
  }

  private float at(int i, int d) {
    return (float) ((points.at(d)[i] - origin[d]) * unit);
  }

  private void addDistances(int i) {
    squares(square, at(i, 0), batch[0], at(i, 1), batch[1], at(i, 2), batch[2], size);
    if (products != null) {
      for (int j = 0; j < size; j++) {
        addAt(near.of(square[j]), i, j);
      }
      return;
    }
    Arrays.fill(square, size, size + LANES - 1, Float.MAX_VALUE);
    int left = near.count(square, size, lanes, unclear);
    for (int u = 0; u < left; u++) {
      for (int j = unclear[u]; j < unclear[u] + LANES; j++) {
        if (near.of(square[j]) == NearBins.UNCLEAR) {
          addExactly(i, point[j], j);
        }
      }
    }
  }

  private void addWithSight(int i) {
    int axis = bins.axis();
    float at = at(i, axis);
    for (int j = 0; j < size; j++) {
      along[j] = Math.abs(at - batch[axis][j]);
    }
    if (bins.separation() == Separation.SMU) {
      squares(square, at(i, 0), batch[0], at(i, 1), batch[1], at(i, 2), batch[2], size);
    } else {
      int d = axis == 0 ? 1 : 0;
      int e = axis == 2 ? 1 : 2;
      squares(square, at(i, d), batch[d], at(i, e), batch[e], size);
    }
    for (int j = 0; j < size; j++) {
      addAt(near.of(square[j], along[j]), i, j);
    }
  }

  /** Counts a pair with a point of the batch in a slot that {@link NearBins} has found. */
  private void addAt(int slot, int i, int j) {
    if (slot == NearBins.UNCLEAR) {
      addExactly(i, point[j], j);
    } else {
      addAt(slot, i, point[j], j);
    }
  }

  private void addAt(int slot, int i, int j, int lane) {
    lanes[lane & LANES - 1][slot]++;
    if (products != null && slot != NearBins.NONE) {
      products.add(slot - NearBins.FIRST, i, j);
    }
  }

  private static void squares(
      float[] square, float ax, float[] x, float ay, float[] y, float az, float[] z, int count) {
    for (int j = 0; j < count; j++) {
      float dx = ax - x[j];
      float dy = ay - y[j];
      float dz = az - z[j];
      square[j] = dx * dx + dy * dy + dz * dz;
    }
  }

  private static void squares(float[] square, float ax, float[] x, float ay, float[] y, int count) {
    for (int j = 0; j < count; j++) {
      float dx = ax - x[j];
      float dy = ay - y[j];
      square[j] = dx * dx + dy * dy;
    }
  }

  /** Counts a pair by its exact distance. */
  private void addExactly(int i, int j, int lane) {
    int axis = bins.axis();
    double sum = 0;
    double sight = 0;
    for (int d = 0; d < 3; d++) {
      double difference = distance.nearestImage(points.at(d)[i], partners.at(d)[j], d);
      sight = d == axis ? Math.abs(difference) : sight;
      sum += d == axis && bins.separation() == Separation.RPPI ? 0 : difference * difference;
    }
    int bin = table.of(sum);
    int part = bin < 0 ? -1 : bins.part(sum, sight);
    int slot = part < 0 ? NearBins.NONE : NearBins.FIRST + bin * bins.parts() + part;
    addAt(slot, i, j, lane);
  }

  /** Adds the counts of this instance to {@code counts}. */
  void addTo(long[] counts) {
    for (long[] lane : lanes) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += lane[NearBins.FIRST + i];
      }
    }
  }
}
