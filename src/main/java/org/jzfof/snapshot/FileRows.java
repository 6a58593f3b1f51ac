package org.jzfof.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Some rows of one file of a snapshot.
 *
 * @param start first row in the file
 * @param offset offset of the first row in the requested range
 */
record FileRows(int piece, long start, long rows, long offset) {
  /**
   * The files with rows of a type.
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
