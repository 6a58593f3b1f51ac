package org.jzfof.snapshot;

import java.util.OptionalDouble;
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
   * The stated softening of a particle type, which may be 0; empty if the snapshot states none.
   *
   * @throws org.jzfof.error.SnapshotException if the first file cannot be read
   */
  public static OptionalDouble of(SnapshotHeader header, int type) {
    double length =
        SnapshotFile.read(
            header.pieces().get(0), f -> Dialect.of(f).softening(f, type, header.scaleFactor()));
    return Double.isNaN(length) ? OptionalDouble.empty() : OptionalDouble.of(length);
  }
}
