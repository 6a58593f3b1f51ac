package org.jzfof.tree.cpu;

import java.util.Arrays;
import org.jzfof.domain.Morton;
import org.jzfof.threads.Parallel;

/**
 * Finds where a Morton-ordered sequence splits into the largest cells of at most {@code max} items.
 *
 * <p>The smallest cell around a gap holds more than {@code max} items exactly if some window of
 * {@code max + 1} consecutive items around the gap fits into a cell of the gap's level. So a gap is
 * a split where the minimum, over the windows that span it, of the level of the cell that holds a
 * window is not above the level of the gap.
 */
final class SplitFinder {
  private static final int GRAIN = 1 << 13;
  private static final int NEVER = 127;

  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final int n;
  private final int max;

  /**
   * Each item is represented by one point.
   *
   * @param x coordinates [n] in Morton order, as {@code y} and {@code z}
   * @param max largest number of items of a cell
   */
  SplitFinder(int[] x, int[] y, int[] z, int n, int max) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.n = n;
    this.max = max;
  }

  /** Index of the first item of every cell, in order, followed by n. */
  int[] starts() {
    int chunks = (n + GRAIN - 1) / GRAIN;
    int[][] found = new int[chunks][];
    Parallel.forRange(n, GRAIN, (from, to) -> found[from / GRAIN] = splits(from, to));
    int total = 0;
    for (int[] f : found) {
      total += f.length;
    }
    int[] starts = new int[total + 1];
    int at = 0;
    for (int[] f : found) {
      System.arraycopy(f, 0, starts, at, f.length);
      at += f.length;
    }
    starts[total] = n;
    return starts;
  }

  private int[] splits(int from, int to) {
    int[] lowest = windowMinimum(from, to);
    int[] found = new int[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      if (i == 0) {
        found[count++] = 0;
      } else {
        int gap = level(i - 1, i);
        // No cell separates coincident items, which stay together.
        if (gap > 0 && lowest[i - from] <= gap) {
          found[count++] = i;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * For each gap i in [from, to): the smallest level of windows starting at i - max ... i - 1. The
   * minimum over {@code max} windows combines the suffix minimum of one block of {@code max}
   * windows with the prefix minimum of the next block.
   */
  private int[] windowMinimum(int from, int to) {
    int length = to - from;
    int[] window = new int[length + max];
    for (int k = 0; k < window.length; k++) {
      int j = from - max + k;
      window[k] = j >= 0 && j + max < n ? level(j, j + max) : NEVER;
    }
    int[] suffix = window.clone();
    for (int k = window.length - 2; k >= 0; k--) {
      if ((k + 1) % max != 0) {
        suffix[k] = Math.min(suffix[k], suffix[k + 1]);
      }
    }
    int[] lowest = new int[length];
    int prefix = NEVER;
    // Gap from + i sees windows i ... i + max - 1.
    for (int k = 0; k < length + max - 1; k++) {
      prefix = k % max == 0 ? window[k] : Math.min(prefix, window[k]);
      int i = k - max + 1;
      if (i >= 0) {
        lowest[i] = Math.min(suffix[i], prefix);
      }
    }
    return lowest;
  }

  private int level(int i, int j) {
    return Morton.level(x[i] ^ x[j], y[i] ^ y[j], z[i] ^ z[j]);
  }
}
