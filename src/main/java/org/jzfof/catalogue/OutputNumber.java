package org.jzfof.catalogue;

import java.nio.file.Path;
import org.jzfof.config.OutputOptions;
import org.jzfof.snapshot.header.SnapshotFiles;

/**
 * NNN in the names of what a run writes: the number of the snapshot, with so many digits. Readers
 * (illustris_python) look for three at least; more are those of the snapshot's name, from which
 * others (pynbody, scida) take the number of the catalogue.
 */
public final class OutputNumber {
  private static final int LEAST = 3;

  private OutputNumber() {}

  /**
   * The number of a snapshot; its name where it has no whole number.
   *
   * @param snapshot any of its files
   * @param options with the number of digits
   */
  public static String of(Path snapshot, OutputOptions options) {
    String number = SnapshotFiles.number(snapshot);
    if (!isWhole(number)) {
      return number;
    }
    if (options.numberWidth() == OutputOptions.WIDTH_OF_SNAPSHOT) {
      return padded(number, LEAST);
    }
    return padded(number.replaceFirst("^0+(?=\\d)", ""), options.numberWidth());
  }

  /** Whether readers that count snapshots can ask for it. */
  public static boolean isWhole(String number) {
    return number.matches("\\d+");
  }

  private static String padded(String digits, int width) {
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }
}
