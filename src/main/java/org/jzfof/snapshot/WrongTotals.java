package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * Totals in the header of a snapshot that differ from the sums over its files. They are an error
 * only for the particle types that are read.
 */
public record WrongTotals(SortedMap<Integer, String> complaints) {
  /** No complaint. */
  static final WrongTotals NONE = new WrongTotals(Collections.emptySortedMap());

  private static final long LOW_WORD = 0xffffffffL;

  /**
   * Compares the totals with the sums over the files. A type that occurs only in NumPart_ThisFile,
   * with neither a total nor a group in any file, has no particles: its counts are set to 0.
   *
   * @param sums numbers of particles by type, summed over the files; this method sets some to 0
   * @param pieces all files; this method sets some of their counts to 0
   */
  static WrongTotals of(SnapshotFile f, long[] sums, List<Piece> pieces) {
    SortedMap<Integer, String> wrong = new TreeMap<>();
    if (!f.has(SnapshotFile.HEADER, "NumPart_Total")) {
      return new WrongTotals(wrong);
    }
    long[] total = f.counts("NumPart_Total");
    long[] high =
        f.has(SnapshotFile.HEADER, "NumPart_Total_HighWord")
            ? f.counts("NumPart_Total_HighWord")
            : new long[0];
    for (int t = 0; t < sums.length; t++) {
      long expected = t < total.length ? total[t] : 0;
      if (t < high.length) {
        expected += high[t] << 32;
      }
      boolean complete =
          t < total.length && sums[t] == total[t]; // a complete total, despite its upper word
      if (!complete && sums[t] != expected && (sums[t] & LOW_WORD) != expected) {
        wrong.put(
            t,
            "NumPart_Total[%d] of %s is %d, but its %d file(s) have %d in NumPart_ThisFile"
                .formatted(t, f.path(), expected, pieces.size(), sums[t]));
        if (expected == 0 && isAbsent(t, pieces)) {
          sums[t] = 0;
          for (Piece piece : pieces) {
            piece.counts()[t] = 0;
          }
        }
      }
    }
    return new WrongTotals(wrong);
  }

  private static boolean isAbsent(int type, List<Piece> pieces) {
    return pieces.stream()
        .noneMatch(piece -> SnapshotFile.read(piece, f -> f.exists(f.group(type))));
  }

  /**
   * @throws SnapshotException if the total of a type is wrong
   */
  public void requireNone(int type) {
    if (complaints.containsKey(type)) {
      throw new SnapshotException(
          complaints.get(type) + ": they are not of one snapshot; copy or write it again");
    }
  }

  /**
   * Warnings about wrong totals.
   *
   * @param types particle types without a warning
   */
  public List<String> warningsExcept(int[] types) {
    return complaints.entrySet().stream()
        .filter(wrong -> Arrays.stream(types).noneMatch(type -> type == wrong.getKey()))
        .map(wrong -> wrong.getValue() + ", and PartType%d is not read".formatted(wrong.getKey()))
        .toList();
  }
}
