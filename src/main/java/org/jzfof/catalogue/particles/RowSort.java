package org.jzfof.catalogue.particles;

import org.jzfof.threads.Parallel;

/**
 * Sorts the rows of a block by small keys, with all threads: rows with the same key stay in their
 * order. Each part of the block is counted and then moved by one thread.
 */
final class RowSort {
  private static final int PART = 1 << 14;

  private final int keys;
  private final int[] sorted;
  private final int[] end; // end of the rows of each key

  /**
   * @param keys number of keys
   * @param limit maximum number of rows of a block
   */
  RowSort(int keys, int limit) {
    this.keys = keys;
    this.sorted = new int[limit];
    this.end = new int[keys];
  }

  /**
   * Sorts the rows of a block.
   *
   * @param key key of each row; rows with a negative key are left out
   */
  void sort(int[] key, int count) {
    int parts = (count + PART - 1) / PART;
    int[][] next = new int[parts][keys]; // number of rows, then index of the next row
    Parallel.forEach(
        parts,
        1,
        p -> {
          int[] counts = next[p];
          int to = Math.min(count, (p + 1) * PART);
          for (int i = p * PART; i < to; i++) {
            if (key[i] >= 0) {
              counts[key[i]]++;
            }
          }
        });
    int sum = 0;
    for (int k = 0; k < keys; k++) {
      for (int p = 0; p < parts; p++) {
        int rows = next[p][k];
        next[p][k] = sum;
        sum += rows;
      }
      end[k] = sum;
    }
    Parallel.forEach(
        parts,
        1,
        p -> {
          int[] at = next[p];
          int to = Math.min(count, (p + 1) * PART);
          for (int i = p * PART; i < to; i++) {
            if (key[i] >= 0) {
              sorted[at[key[i]]++] = i;
            }
          }
        });
  }

  /** Returns the rows of the last block, key by key. */
  int[] rows() {
    return sorted;
  }

  /** Returns the index of the first row of a key. */
  int start(int key) {
    return key == 0 ? 0 : end[key - 1];
  }

  /** Returns the index after the last row of a key. */
  int end(int key) {
    return end[key];
  }
}
