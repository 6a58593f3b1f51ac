package org.jzfof.snapshot;

import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.RowWords;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * A dataset of a particle type over all files of a snapshot, as stored bytes. One file is open at a
 * time; the owner closes the column.
 */
public final class StoredColumn implements AutoCloseable {
  private final SnapshotHeader header;
  private final int type;
  private final String name;
  private final int rowBytes;
  private int openIndex = -1;
  private SnapshotFile file;
  private Column column;

  public StoredColumn(SnapshotHeader header, int type, String name) {
    this.header = header;
    this.type = type;
    this.name = name;
    int first = 0;
    while (header.pieces().get(first).counts()[type] == 0) {
      first++;
    }
    try {
      openPiece(first);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    this.rowBytes = rowBytes(column.info());
  }

  private static int rowBytes(Hdf5Info info) {
    return Math.toIntExact(info.bytes() * info.columns());
  }

  /** Bytes of a row. */
  public int rowBytes() {
    return rowBytes;
  }

  /**
   * Reads consecutive rows, counted over all files, as {@link org.jzfof.hdf5.RowWords}; contiguous
   * values with all threads.
   *
   * @param words receives the rows; may be longer
   */
  public void read(long row, int rows, int[] words) {
    for (FileRows fileRows : FileRows.of(header, type, row, rows)) {
      openPiece(fileRows.piece());
      int at = (int) fileRows.offset() * RowWords.perRow(rowBytes);
      column.read(fileRows.start(), (int) fileRows.rows(), words, at);
      header.pieces().get(fileRows.piece()).state().requireUnchanged();
    }
  }

  private void openPiece(int k) {
    if (k == openIndex) {
      return;
    }
    close();
    openIndex = k;
    Piece piece = header.pieces().get(k);
    file = SnapshotFile.open(piece);
    column = Column.any(file, file.column(type, name));
    if (column.info().rows() != piece.counts()[type]
        || rowBytes > 0 && rowBytes(column.info()) != rowBytes) {
      throw new SnapshotException(
          "PartType%d/%s in %s is %s, not as in the other files of the snapshot: write or copy it again"
              .formatted(type, name, piece.file(), column.info().describe()));
    }
  }

  @Override
  public void close() {
    if (column != null) {
      column.close();
      column = null;
    }
    if (file != null) {
      file.close();
      file = null;
    }
    openIndex = -1;
  }
}
