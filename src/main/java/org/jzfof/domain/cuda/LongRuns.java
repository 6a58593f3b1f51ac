package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;

/**
 * Finds long runs of equal leading bits among sorted words, each of which holds a key above a row.
 *
 * @param maxRun length, 1 to 32, above which a run counts as long
 */
public record LongRuns(DeviceAlgorithms algorithms, int maxRun) {
  private static final String STAGE = "refinement";
  private static final int LARGEST_MAX_RUN = 32;
  private static final int WARP_WORDS = 8 * 32; // RUN_WORDS in refinement.cu
  private static final int STRIDE = 2048; // as in morton_sort.cu

  public LongRuns {
    if (maxRun < 1 || maxRun > LARGEST_MAX_RUN) {
      throw new IllegalArgumentException("runs of " + maxRun + " words");
    }
  }

  /**
   * Finds the words in long runs.
   *
   * @param words I64 sorted words
   * @param shift number of low bits that are ignored
   * @param limit largest number of words to return
   * @return I32 indices of these words; null if there are none, or more than {@code limit}
   */
  public DeviceArray find(DeviceArray words, int shift, long limit) {
    Launch launch = algorithms.kernels().launch(STAGE, "mark_long_runs");
    return find(
        algorithms,
        words,
        launch.arg(words).arg(words.length()).arg(shift).arg(maxRun),
        WARP_WORDS,
        limit);
  }

  /**
   * Finds words in very long runs, each of more than 2048 words, as defined in morton_sort.cu.
   *
   * @param words I64, the key in the upper half
   * @return I32 indices of these words; null if there are none
   */
  static DeviceArray findVeryLong(DeviceAlgorithms algorithms, DeviceArray words) {
    Launch launch = algorithms.kernels().launch("morton_sort", "mark_very_long_runs");
    return find(algorithms, words, launch.arg(words).arg(words.length()), STRIDE, words.length());
  }

  private static DeviceArray find(
      DeviceAlgorithms algorithms, DeviceArray words, Launch marking, int perWarp, long limit) {
    long n = words.length();
    try (DeviceArray bits = algorithms.bits(n);
        DeviceArray count = algorithms.memory().zeros(ElementType.I32, 1)) {
      marking.arg(bits).arg(count).runWarps(n, perWarp);
      long found = algorithms.memory().get(count, 0);
      return found == 0 || found > limit ? null : algorithms.indices(bits, 0);
    }
  }

  /**
   * Replaces the rows that words hold.
   *
   * @param rows I32 [m] new rows
   * @param indices I32 [m] indices of the words
   * @param rowBits number of low bits that hold a row
   * @param words I64 words; changed
   */
  public void putRows(DeviceArray rows, DeviceArray indices, int rowBits, DeviceArray words) {
    algorithms
        .kernels()
        .launch(STAGE, "put_rows")
        .arg(rows)
        .arg(indices)
        .arg(indices.length())
        .arg(rowBits)
        .arg(words)
        .run(indices.length());
  }
}
