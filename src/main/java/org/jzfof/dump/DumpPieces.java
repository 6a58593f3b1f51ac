package org.jzfof.dump;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.comm.EvenShares;
import org.jzfof.hdf5.Hdf5Exception;
import org.jzfof.output.OutputFiles;

/** The files that one rank writes: each is open from its first row to its last. */
final class DumpPieces implements AutoCloseable {
  private final DumpInfo info;
  private final EvenShares shares;
  private final List<Path> files;
  private final List<Path> temporary;
  private final DumpColumns columns;
  private final Map<Integer, DumpPiece> open = new HashMap<>();
  private final boolean[] done;

  /**
   * @param files all files of the result
   * @param temporary where they are written
   */
  DumpPieces(DumpInfo info, List<Path> files, List<Path> temporary) {
    this.info = info;
    this.files = files;
    this.temporary = temporary;
    this.shares = new EvenShares(info.rows(), files.size());
    this.columns = new DumpColumns(info.doubles());
    this.done = new boolean[files.size()];
  }

  /**
   * Writes rows that may lie in several files.
   *
   * @param rows closed
   */
  void write(DumpRows rows) {
    try (rows) {
      writeAll(rows);
    }
  }

  private void writeAll(DumpRows rows) {
    long end = rows.first() + rows.count();
    for (long row = rows.first(); row < end; ) {
      int piece = shares.part(row);
      long last = Math.min(end, shares.start(piece + 1));
      writeTo(piece, rows.between(row, last));
      row = last;
    }
  }

  /** Makes a file that has no rows. */
  void writeEmpty(int piece) {
    if (shares.count(piece) == 0) {
      writeTo(piece, null);
    }
  }

  private void writeTo(int piece, DumpRows rows) {
    try {
      DumpPiece file =
          open.computeIfAbsent(piece, p -> new DumpPiece(temporary.get(p), info, p, shares));
      if (rows != null) {
        file.write(rows, columns);
      }
      if (file.isComplete()) {
        file.seal();
        open.remove(piece);
        file.close();
        OutputFiles.sync(temporary.get(piece));
        done[piece] = true;
      }
    } catch (Hdf5Exception | UncheckedIOException e) {
      throw OutputFiles.failure(files.get(piece), e);
    }
  }

  /** Whether a file has got all of its rows. */
  boolean isDone(int piece) {
    return done[piece];
  }

  /** Closes what a failure has left open. */
  @Override
  public void close() {
    RuntimeException failure = null;
    for (DumpPiece file : open.values()) {
      try {
        file.close();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
