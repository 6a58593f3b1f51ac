package org.jzfof.snapshot;

import java.util.function.DoubleUnaryOperator;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Gravitational softening as stated by snapshots: Plummer-equivalent lengths, comoving, in the
 * length unit of the snapshot.
 */
public final class SofteningLengths {
  private SofteningLengths() {}

  /**
   * The stated softening of a particle type as a function of the scale factor: lengths, which may
   * be 0, or NaN if the snapshot states none.
   *
   * @throws org.jzfof.error.SnapshotException if the first file cannot be read
   */
  public static DoubleUnaryOperator of(SnapshotHeader header, int type) {
    return SnapshotFile.read(header.pieces().get(0), f -> Dialect.of(f).softening(f, type))::at;
  }
}
