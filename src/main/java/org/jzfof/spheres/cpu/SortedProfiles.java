package org.jzfof.spheres.cpu;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.spheres.properties.HalfMass;
import org.jzfof.spheres.properties.MassProfiles;
import org.jzfof.threads.Parallel;

/** Sorted squared distances of the members of groups, with the masses inside. */
final class SortedProfiles implements MassProfiles {
  private static final int GRAIN = 16;

  /** Minimum length of a group that several threads sort. */
  private static final int PARALLEL_LENGTH = 1 << 17;

  private final long[] start;
  private final int groups;
  private final boolean isotropic;
  private final long[] squares; // signs flipped, so that signed comparisons order unsigned numbers
  private final long[] inside; // mass up to each member, ties included; null if members count 1

  /** Returns the squared distance of a member from the centre of its group. */
  @FunctionalInterface
  interface Square {
    long of(int group, int member);
  }

  SortedProfiles(long[] start, int groups, boolean masses, LinkCriterion metric) {
    this.start = start;
    this.groups = groups;
    this.isotropic = metric.isotropic();
    this.squares = new long[(int) start[groups]];
    this.inside = masses ? new long[squares.length] : null;
  }

  void fill(Square square, IntToLongFunction mass) {
    Parallel.forRange(
        groups,
        GRAIN,
        (first, last) -> {
          for (int g = first; g < last; g++) {
            int from = (int) start[g];
            int to = (int) start[g + 1];
            for (int m = from; m < to; m++) {
              squares[m] = square.of(g, m) ^ Long.MIN_VALUE;
            }
            if (to - from < PARALLEL_LENGTH) {
              Arrays.sort(squares, from, to);
            }
          }
        });
    for (int g = 0; g < groups; g++) {
      int from = (int) start[g];
      int to = (int) start[g + 1];
      if (to - from >= PARALLEL_LENGTH) {
        Parallel.sort(squares, from, to);
      }
    }
    if (inside != null) {
      Parallel.forRange(
          groups,
          GRAIN,
          (first, last) -> {
            for (int g = first; g < last; g++) {
              sumMasses(g, square, mass);
            }
          });
    }
  }

  /**
   * Computes the masses inside. The first member at a distance first gets the mass of all members
   * at this distance.
   */
  private void sumMasses(int group, Square square, IntToLongFunction mass) {
    int from = (int) start[group];
    int to = (int) start[group + 1];
    for (int m = from; m < to; m++) {
      inside[below(from, to, square.of(group, m) ^ Long.MIN_VALUE)] += mass.applyAsLong(m);
    }
    for (int i = from + 1; i < to; i++) {
      inside[i] += inside[i - 1];
    }
  }

  /** Returns the first member of [from, to) with at least a given square. */
  private int below(int from, int to, long flipped) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (squares[middle] < flipped) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the mass of the members of a group up to member i; with masses, all members at its
   * distance count.
   */
  private long inside(int from, int i) {
    return inside == null ? i + 1L - from : inside[i];
  }

  @Override
  public long[] extremes(long[] half) {
    long[] rows = new long[EXTREMES * groups];
    Parallel.forRange(
        groups,
        GRAIN,
        (first, last) -> {
          for (int g = first; g < last; g++) {
            long mass = start[g + 1] > start[g] ? extremes(g, rows) : 0;
            if (mass > 0) {
              putHalf(g, half == null ? HalfMass.threshold(mass) : half[g], rows);
            }
          }
        });
    return rows;
  }

  /** Sets all columns but those of half the mass, and returns the mass. */
  private long extremes(int group, long[] rows) {
    int from = (int) start[group];
    int to = (int) start[group + 1];
    int at = EXTREMES * group;
    long mass = inside(from, to - 1);
    rows[at + NUMBER] = to - from;
    rows[at + MASS] = mass;
    rows[at + LARGEST] = square(to - 1);
    double peak = 0;
    for (int i = from + FIRST_OF_PEAK - 1; i < to; i++) {
      if (squares[i] != Long.MIN_VALUE) {
        double value =
            MassProfiles.peak(inside(from, i), MassProfiles.number(square(i), isotropic));
        if (value > peak) {
          peak = value;
          rows[at + PEAK_SQUARE] = square(i);
        }
      }
    }
    rows[at + PEAK] = Double.doubleToRawLongBits(peak);
    return mass;
  }

  private void putHalf(int group, long threshold, long[] rows) {
    int from = (int) start[group];
    int to = (int) start[group + 1];
    int half = from;
    while (half < to - 1 && inside(from, half) < threshold) {
      half++;
    }
    int before = below(from, to, squares[half]) - 1;
    rows[EXTREMES * group + HALF] = square(half);
    rows[EXTREMES * group + BEFORE_HALF] = square(before < from ? half : before);
  }

  private long square(int i) {
    return squares[i] ^ Long.MIN_VALUE;
  }

  @Override
  public long[] within(int[] group, long[] square) {
    long[] answers = new long[2 * group.length];
    Parallel.forRange(
        group.length,
        GRAIN,
        (first, last) -> {
          for (int q = first; q < last; q++) {
            int from = (int) start[group[q]];
            int to = (int) start[group[q] + 1];
            int end = square[q] == -1 ? to : below(from, to, (square[q] + 1) ^ Long.MIN_VALUE);
            answers[2 * q] = end - from;
            answers[2 * q + 1] = end == from ? 0 : inside(from, end - 1);
          }
        });
    return answers;
  }

  @Override
  public void close() {
    // The garbage collector frees the arrays.
  }
}
