package org.jzfof.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Consecutive rows of one file of a snapshot.
 *
 * @param piece number of the file, from 0
 * @param start first row in the file
 * @param offset offset of the first row in the requested range
 */
record FileRows(int piece, long start, long rows, long offset) {
  /**
   * Returns the parts of a range of rows of a type, one per file, in file order.
   *
   * @param from first row, counted over all files
   */
  static List<FileRows> of(SnapshotHeader header, int type, long from, long rows) {
    if (from < 0 || rows < 0 || from + rows > header.counts()[type]) {
      throw new IllegalArgumentException(
          "rows %d to %d of %d".formatted(from, from + rows, header.counts()[type]));
    }
    List<FileRows> files = new ArrayList<>();
    long first = 0;
    for (int i = 0; i < header.pieces().size(); i++) {
      long all = header.pieces().get(i).counts()[type];
      long start = Math.max(from, first);
      long end = Math.min(from + rows, first + all);
      if (start < end) {
        files.add(new FileRows(i, start - first, end - start, start - from));
      }
      first += all;
    }
    return files;
  }
}
