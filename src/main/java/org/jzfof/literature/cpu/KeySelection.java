package org.jzfof.literature.cpu;

/**
 * Keys with their values, which are moved together. Elements are selected by the algorithm of Floyd
 * and Rivest (1975, Communications of the ACM 18, 165): a sample gives a key close to the one that
 * is wanted, so that most elements are compared once or twice.
 */
final class KeySelection {
  /** Number of elements above which a sample is worthwhile. */
  private static final int SAMPLED = 600;

  private final double[] key;
  private final int[] value;

  KeySelection(double[] key, int... value) {
    this.key = key;
    this.value = value;
  }

  void set(int i, double newKey) {
    key[i] = newKey;
  }

  /**
   * Rearranges the elements [first, last] so that no key before {@code nth} is larger than the one
   * there, and none behind it is smaller. The result depends on the elements alone.
   */
  void select(int first, int last, int nth) {
    int low = first;
    int high = last;
    while (low < high) {
      if (high - low > SAMPLED) {
        narrow(low, high, nth);
      }
      double pivot = key[nth];
      int i = low;
      int j = high;
      while (i <= j) {
        while (key[i] < pivot) {
          i++;
        }
        while (key[j] > pivot) {
          j--;
        }
        if (i <= j) {
          swap(i++, j--);
        }
      }
      if (nth <= j) {
        high = j;
      } else if (nth >= i) {
        low = i;
      } else {
        return; // between the two all keys are equal
      }
    }
  }

  /** Puts an element near the one that is wanted in its place, by selection from a sample. */
  private void narrow(int low, int high, int nth) {
    double size = high - low + 1.0;
    double rank = nth - low + 1.0;
    double log = Math.log(size);
    double sample = 0.5 * Math.exp(2 * log / 3);
    double deviation =
        0.5 * Math.sqrt(log * sample * (size - sample) / size) * Math.signum(rank - size / 2);
    int from = (int) Math.max(low, nth - rank * sample / size + deviation);
    int to = (int) Math.min(high, nth + (size - rank) * sample / size + deviation);
    // Neighbours in the array are often neighbours in space, and no sample of all.
    int step = (high - low) / (to - from + 1);
    for (int i = from; i <= to; i++) {
      swap(i, low + (i - from) * step);
    }
    select(from, to, nth);
  }

  private void swap(int a, int b) {
    double k = key[a];
    key[a] = key[b];
    key[b] = k;
    int v = value[a];
    value[a] = value[b];
    value[b] = v;
  }
}
