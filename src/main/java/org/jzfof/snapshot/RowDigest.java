package org.jzfof.snapshot;

import java.nio.ByteBuffer;
import org.jzfof.output.Sha256;
import org.jzfof.snapshot.file.ColumnBlock;

/** A hash of some rows, to recognise equal ones. */
final class RowDigest {
  /** Rows of a file that identify it. */
  static final int ROWS = 16;

  private final Sha256 digest = new Sha256();
  private boolean any;

  /** Adds rows of a column of integers or real numbers. */
  void add(ColumnBlock block) {
    double[] reals = block.values() instanceof long[] ? null : block.doubles();
    for (int i = 0; i < block.length(); i++) {
      add(reals == null ? block.integers()[i] : Double.doubleToLongBits(reals[i]));
    }
  }

  private void add(long value) {
    any |= value != 0;
    digest.add(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** Whether any value is not 0: rows that were never written say nothing. */
  boolean any() {
    return any;
  }

  long value() {
    return ByteBuffer.wrap(digest.bytes()).getLong();
  }
}
