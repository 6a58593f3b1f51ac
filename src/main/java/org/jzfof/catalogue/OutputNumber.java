package org.jzfof.catalogue;

import java.nio.file.Path;
import org.jzfof.config.OutputOptions;
import org.jzfof.snapshot.header.SnapshotFiles;

/**
 * The number NNN in the names of output files: the number of the snapshot, padded with zeros. Some
 * readers (illustris_python) require at least three digits. Further digits are those of the
 * snapshot's name, from which other readers (pynbody, scida) derive the number of the catalogue.
 */
public final class OutputNumber {
  private static final int MIN_DIGITS = 3;

  private OutputNumber() {}

  /**
   * Returns the number of a snapshot, or its name if it has no integer number.
   *
   * @param snapshot any of its files
   * @param options contain the number of digits
   */
  public static String of(Path snapshot, OutputOptions options) {
    String number = SnapshotFiles.number(snapshot);
    if (!isInteger(number)) {
      return number;
    }
    if (options.numberWidth() == OutputOptions.WIDTH_OF_SNAPSHOT) {
      return padded(number, MIN_DIGITS);
    }
    return padded(number.replaceFirst("^0+(?=\\d)", ""), options.numberWidth());
  }

  /** Returns whether the number is an integer, as readers that count snapshots require. */
  public static boolean isInteger(String number) {
    return number.matches("\\d+");
  }

  private static String padded(String digits, int width) {
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }
}
