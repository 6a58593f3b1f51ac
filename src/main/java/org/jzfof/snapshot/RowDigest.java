package org.jzfof.snapshot;

import java.nio.ByteBuffer;
import org.jzfof.provenance.Sha256;

/** A hash of some rows, to recognise equal ones. */
final class RowDigest {
  /** Rows of a file that identify it. */
  static final int ROWS = 16;

  private final Sha256 digest = new Sha256();
  private boolean any;

  /** Adds coordinates [3·count]. */
  void add(int count, double[] xyz) {
    for (int i = 0; i < 3 * count; i++) {
      add(Double.doubleToLongBits(xyz[i]));
    }
  }

  void add(long value) {
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
