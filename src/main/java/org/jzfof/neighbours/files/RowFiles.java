package org.jzfof.neighbours.files;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.comm.EvenShares;
import org.jzfof.error.Cleanup;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.OutputFiles;

/**
 * The files that one rank writes. Each is open from its first row to its last. Several threads can
 * write; those that write the same file wait for each other.
 */
final class RowFiles implements AutoCloseable {
  private final EvenShares shares;
  private final List<Path> files;
  private final List<Path> temporary;
  private final NeighbourInfo info;
  private final EvenShares sources;
  private final long[] pairStart;
  private final List<OpenFile> open;

  /** Synchronises written data with the disk early, which shortens the wait at the end. */
  private final WriteQueue syncs = new WriteQueue(1);

  /** A file while it is written; the lock of its writers. */
  private static final class OpenFile {
    private NeighbourFile file; // null before the first row and after the last
    private boolean done;
  }

  /**
   * @param shares shares of the files in all rows
   * @param temporary temporary path of each file
   * @param pairStart number of neighbours of the rows before each file, followed by the number of
   *     all neighbours [files+1]
   */
  RowFiles(
      EvenShares shares,
      List<Path> files,
      List<Path> temporary,
      NeighbourInfo info,
      long... pairStart) {
    this.shares = shares;
    this.info = info;
    this.sources = info.sourceRows(files.size());
    this.pairStart = pairStart;
    this.files = files;
    this.temporary = temporary;
    this.open = files.stream().map(file -> new OpenFile()).toList();
  }

  /**
   * Writes rows that may lie in several files.
   *
   * @param rows rows; closed
   */
  void write(NeighbourRows rows) {
    try (rows) {
      writeAll(rows);
    }
  }

  private void writeAll(NeighbourRows rows) {
    long end = rows.first() + rows.count();
    for (long row = rows.first(); row < end; ) {
      int piece = shares.part(row);
      long last = Math.min(end, shares.start(piece + 1));
      NeighbourRows part = rows.between(row, last);
      writeTo(piece, file -> file.write(part));
      row = last;
    }
  }

  /** Creates a file if it has no rows. */
  void writeEmpty(int piece) {
    if (shares.count(piece) == 0 && sources.count(piece) == 0) {
      writeTo(piece, file -> {});
    }
  }

  /**
   * Writes rows of consecutive sources along the curve, which may lie in several files.
   *
   * @param first number of the first of these sources along the curve
   */
  void writeSources(long first, long... rows) {
    long end = first + rows.length;
    for (long source = first; source < end; ) {
      int piece = sources.part(source);
      long last = Math.min(end, sources.start(piece + 1));
      long at = source - sources.start(piece);
      long[] part = Arrays.copyOfRange(rows, (int) (source - first), (int) (last - first));
      writeTo(piece, file -> file.writeSources(at, part));
      source = last;
    }
  }

  private void writeTo(int piece, Consumer<NeighbourFile> content) {
    OpenFile target = open.get(piece);
    synchronized (target) {
      try {
        if (target.file == null) {
          target.file = new NeighbourFile(temporary.get(piece), info, piece, shares, pairStart);
        }
        content.accept(target.file);
        if (target.file.isComplete()) {
          target.file.seal();
          target.done = true;
          close(target);
          OutputFiles.sync(temporary.get(piece));
        } else {
          syncEarly(temporary.get(piece));
        }
      } catch (Hdf5Exception | UncheckedIOException e) {
        throw OutputFiles.failure(files.get(piece), e);
      }
    }
  }

  private void close(OpenFile target) {
    if (target.file != null) {
      NeighbourFile closing = target.file;
      target.file = null;
      closing.close();
    }
  }

  private void syncEarly(Path part) {
    synchronized (syncs) {
      if (syncs.isIdle()) {
        syncs.put(() -> OutputFiles.sync(part));
      }
    }
  }

  /** Whether a file has all of its rows. */
  boolean isDone(int piece) {
    synchronized (open.get(piece)) {
      return open.get(piece).done;
    }
  }

  /** Closes files that a failure has left open. */
  @Override
  public void close() {
    List<Runnable> closing = new ArrayList<>(List.of(syncs::close));
    open.forEach(file -> closing.add(() -> close(file)));
    Cleanup.all(closing);
  }
}
