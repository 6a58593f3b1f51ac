package org.jzfof.snapshot;

import java.nio.ByteBuffer;
import org.jzfof.output.Sha256;
import org.jzfof.snapshot.file.ColumnBlock;

/** A hash of the first rows of a file, by which files with equal rows are found. */
final class RowDigest {
  /** Number of rows that identify a file. */
  static final int ROWS = 16;

  private final Sha256 digest = new Sha256();
  private boolean hasValues;

  /** Adds rows of a column of integers or real numbers. */
  void add(ColumnBlock block) {
    double[] reals = block.values() instanceof long[] ? null : block.doubles();
    for (int i = 0; i < block.length(); i++) {
      add(reals == null ? block.integers()[i] : Double.doubleToLongBits(reals[i]));
    }
  }

  private void add(long value) {
    hasValues |= value != 0;
    digest.add(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** Whether any value is not 0: rows that were never written identify no file. */
  boolean hasValues() {
    return hasValues;
  }

  long value() {
    return ByteBuffer.wrap(digest.bytes()).getLong();
  }
}
