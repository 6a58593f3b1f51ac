package org.jzfof.catalogue.layout;

import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.snapshot.binary.SnapshotFormats;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** Opens files of the snapshot again while results are written. */
public final class SourceFile {
  private SourceFile() {}

  /**
   * Opens a file.
   *
   * @throws SnapshotException if the file has changed, or cannot be read any more
   */
  public static Hdf5File open(Piece piece) {
    piece.state().requireUnchanged();
    try {
      return SnapshotFormats.open(piece.file());
    } catch (Hdf5Exception e) {
      throw new SnapshotException(
          "cannot read %s again: %s; leave the snapshot in place during a run"
              .formatted(piece.file(), e.getMessage()),
          e);
    }
  }
}
