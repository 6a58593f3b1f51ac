package org.jzfof.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;

/**
 * Reads all bytes of files with several threads and discards them: the lower bound of the time to
 * read a snapshot.
 *
 * @param seconds wall time, including the opening of the files
 */
public record PlainRead(long bytes, double seconds) {
  /** Number of bytes that a thread reads at once, small enough for the cache of a core. */
  private static final int PIECE_BYTES = 1 << 20;

  /**
   * Reads files completely.
   *
   * @throws SnapshotException if one of them cannot be read
   */
  public static PlainRead of(List<Path> files, int threads) {
    long start = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Scope open = new Scope()) {
      List<Share> shares = new ArrayList<>();
      for (Path file : files) {
        shares.add(new Share(file, open.add(channel(file)), new AtomicLong()));
      }
      long bytes = 0;
      Callable<Long> work = () -> read(shares);
      for (Future<Long> read : pool.invokeAll(Collections.nCopies(threads, work))) {
        bytes += read.get();
      }
      return new PlainRead(bytes, 1e-9 * (System.nanoTime() - start));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SnapshotException known ? known : new IllegalStateException(e);
    } finally {
      pool.shutdown();
    }
  }

  /** A file with the offset of its next unread piece. */
  private record Share(Path file, FileChannel channel, AtomicLong nextOffset) {
    private long nextPiece() {
      return nextOffset.getAndAdd(PIECE_BYTES);
    }

    /** Reads pieces until none is left, and returns the number of bytes read. */
    long read(ByteBuffer piece) {
      long bytes = 0;
      try {
        for (long offset = nextPiece(); offset < channel.size(); offset = nextPiece()) {
          piece.clear();
          int n = 0;
          while (n >= 0 && piece.hasRemaining()) {
            n = channel.read(piece, offset + piece.position());
          }
          bytes += piece.position();
        }
        return bytes;
      } catch (IOException e) {
        throw SnapshotException.unreadable(file, e);
      }
    }
  }

  private static long read(List<Share> shares) {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    return shares.stream().mapToLong(share -> share.read(piece)).sum();
  }

  private static FileChannel channel(Path file) {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException e) {
      throw SnapshotException.unreadable(file, e);
    }
  }
}
