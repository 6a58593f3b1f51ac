package org.jzfof.neighbours.files;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.comm.EvenShares;
import org.jzfof.error.Cleanup;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.OutputFiles;

/** The files that one rank writes. Each is open from its first row to its last. */
final class RowFiles<R extends RowBlock<R>> implements AutoCloseable {
  private final EvenShares shares;
  private final List<Path> files;
  private final List<Path> temporary;
  private final FileFactory<R> factory;
  private final Map<Integer, RowFile<R>> open = new HashMap<>();
  private final boolean[] done;

  /** Synchronises written data with the disk early, which shortens the wait at the end. */
  private final WriteQueue syncs = new WriteQueue();

  /** Creates a file without its rows. */
  @FunctionalInterface
  public interface FileFactory<R> {
    /**
     * Creates the file.
     *
     * @param file path of the new file; it must not exist
     */
    RowFile<R> create(Path file, int piece);
  }

  /**
   * @param shares shares of the files in all rows
   * @param temporary temporary path of each file
   */
  RowFiles(EvenShares shares, List<Path> files, List<Path> temporary, FileFactory<R> factory) {
    this.shares = shares;
    this.factory = factory;
    this.files = files;
    this.temporary = temporary;
    this.done = new boolean[files.size()];
  }

  /**
   * Writes rows that may lie in several files.
   *
   * @param rows rows; closed
   */
  void write(R rows) {
    try (rows) {
      writeAll(rows);
    }
  }

  private void writeAll(R rows) {
    long end = rows.first() + rows.count();
    for (long row = rows.first(); row < end; ) {
      int piece = shares.part(row);
      long last = Math.min(end, shares.start(piece + 1));
      writeTo(piece, rows.between(row, last));
      row = last;
    }
  }

  /** Creates a file if it has no rows. */
  void writeEmpty(int piece) {
    if (shares.count(piece) == 0) {
      writeTo(piece, null);
    }
  }

  private void writeTo(int piece, R rows) {
    try {
      RowFile<R> file = open.computeIfAbsent(piece, p -> factory.create(temporary.get(p), p));
      if (rows != null) {
        file.write(rows);
      }
      if (file.isComplete()) {
        file.seal();
        open.remove(piece);
        file.close();
        syncs.finish();
        OutputFiles.sync(temporary.get(piece));
        done[piece] = true;
      } else if (syncs.isIdle()) {
        syncs.put(() -> OutputFiles.sync(temporary.get(piece)));
      }
    } catch (Hdf5Exception | UncheckedIOException e) {
      throw OutputFiles.failure(files.get(piece), e);
    }
  }

  /** Whether a file has all of its rows. */
  boolean isDone(int piece) {
    return done[piece];
  }

  /** Closes files that a failure has left open. */
  @Override
  public void close() {
    List<Runnable> closing = new ArrayList<>(List.of(syncs::close));
    open.values().forEach(file -> closing.add(file::close));
    open.clear();
    Cleanup.all(closing);
  }
}
