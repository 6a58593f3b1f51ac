package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;

/**
 * Words in runs of equal leading bits, among sorted ones that have a row below their key.
 *
 * @param maxRun longest run that is not long, 1 to 32
 */
public record LongRuns(DeviceAlgorithms algorithms, int maxRun) {
  private static final String STAGE = "refinement";
  private static final int MOST_RUN = 32;
  private static final int WARP_WORDS = 8 * 32; // RUN_WORDS in refinement.cu
  private static final int STRIDE = 2048; // as in morton_sort.cu

  public LongRuns {
    if (maxRun < 1 || maxRun > MOST_RUN) {
      throw new IllegalArgumentException("runs of " + maxRun + " words");
    }
  }

  /**
   * Finds those in long runs.
   *
   * @param words I64
   * @param shift bits below those that count
   * @return I32 their places; null if there are none, or more than {@code most}
   */
  public DeviceArray find(DeviceArray words, int shift, long most) {
    Launch launch = algorithms.kernels().launch(STAGE, "mark_long_runs");
    return find(
        algorithms,
        words,
        launch.arg(words).arg(words.length()).arg(shift).arg(maxRun),
        WARP_WORDS,
        most);
  }

  /**
   * Finds words in very long runs, of more than 2048 words at least, as morton_sort.cu has them.
   *
   * @param words I64, the key in the upper half
   * @return I32 their places; null if there are none
   */
  static DeviceArray findVeryLong(DeviceAlgorithms algorithms, DeviceArray words) {
    Launch launch = algorithms.kernels().launch("morton_sort", "mark_very_long_runs");
    return find(algorithms, words, launch.arg(words).arg(words.length()), STRIDE, words.length());
  }

  private static DeviceArray find(
      DeviceAlgorithms algorithms, DeviceArray words, Launch marking, int perWarp, long most) {
    long n = words.length();
    try (DeviceArray bits = algorithms.bits(n);
        DeviceArray count = algorithms.memory().zeros(ElementType.I32, 1)) {
      marking.arg(bits).arg(count).runWarps(n, perWarp);
      long found = algorithms.memory().get(count, 0);
      return found == 0 || found > most ? null : algorithms.indices(bits, 0);
    }
  }

  /**
   * Gives words other rows.
   *
   * @param rows I32
   * @param places I32 [m] of the words
   */
  public void putRows(DeviceArray rows, DeviceArray places, int rowBits, DeviceArray words) {
    algorithms
        .kernels()
        .launch(STAGE, "put_rows")
        .arg(rows)
        .arg(places)
        .arg(places.length())
        .arg(rowBits)
        .arg(words)
        .run(places.length());
  }
}
