package org.jzfof.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.chunks.ChunkTiles;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.threads.BackgroundThreads;

/**
 * Reads rows of a dataset from its tiles, which threads fetch: those of the rows asked for and,
 * where these follow one another, those of the next ones, so that whoever takes the rows need not
 * wait.
 */
final class TileReader implements DirectReader {
  /** Name of the threads. */
  static final String THREAD = "jzfof reads tiles";

  /** So much is ahead even of small tiles, and no more of large ones. */
  private static final long LEAST_AHEAD = 4L << 20;

  private static final long MOST_AHEAD = 64L << 20;

  private final ChunkTiles source;
  private final Hdf5Info info;
  private final long tileBytes;
  private final long tileRows;
  private final long tileColumns;
  private final long tilesAcross;
  private final long mostAhead;
  private final Map<Long, Future<byte[]>> tiles = new HashMap<>();
  private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();
  private final RowJoin joined;
  private final ExecutorService threads;
  private long next = -1;
  private long ahead;

  TileReader(ChunkTiles source, Hdf5Info info) {
    this.source = source;
    this.info = info;
    long[] tile = source.grid().chunk();
    this.tileRows = tile[0];
    this.tileColumns = tile.length == 1 ? 1 : tile[1];
    this.tileBytes = tileRows * tileColumns * info.bytes();
    this.tilesAcross = tile.length == 1 ? 1 : source.grid().count(1);
    this.joined =
        new RowJoin(
            Math.toIntExact(info.columns() * info.bytes()), (int) (tileColumns * info.bytes()));
    int n = Hdf5Library.readingThreads();
    long enough = Math.max(LEAST_AHEAD, 2 * n * tileBytes); // as it is used, it is in the cache
    this.mostAhead = Math.min(enough, Math.min(MOST_AHEAD, Runtime.getRuntime().maxMemory() / 32));
    this.threads = Executors.newFixedThreadPool(n, work -> BackgroundThreads.thread(THREAD, work));
  }

  @Override
  public synchronized void read(long row, int rows, StoredNumbers target) {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted();
    }
    long first = row / tileRows * tilesAcross;
    long behind = ((row + rows - 1) / tileRows + 1) * tilesAcross;
    ahead = row == next ? Math.min(mostAhead, Math.max(tileBytes, 2 * ahead)) : 0;
    next = row + rows;
    start(first, behind, Math.min(source.grid().count(), behind + ahead / tileBytes));
    if (tileColumns == info.columns()) {
      for (long n = first; n < behind; n++) {
        takeRows(n, row, rows, target);
      }
    } else {
      join(first, behind, row, rows, target);
    }
  }

  /** Fetches tiles up to some end, and forgets all others. */
  private void start(long first, long behind, long end) {
    tiles
        .entrySet()
        .removeIf(
            tile -> {
              boolean unwanted = tile.getKey() < first || tile.getKey() >= end;
              // not interrupted: that would close the file under the other threads
              if (unwanted && !tile.getValue().cancel(false)) {
                recycle(tile.getValue());
              }
              return unwanted;
            });
    if (tiles.isEmpty() && end == first + 1) { // not worth a thread
      tiles.put(first, CompletableFuture.completedFuture(fetch(first)));
    }
    for (long n = first; n < end; n++) {
      long number = n;
      tiles.computeIfAbsent(n, tile -> threads.submit(() -> fetch(number)));
    }
  }

  private void recycle(Future<byte[]> done) {
    try {
      free.add(done.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      // whoever wanted the tile has been told
    }
  }

  private byte[] fetch(long number) {
    byte[] known = free.poll();
    byte[] values = known == null ? new byte[Math.toIntExact(tileBytes)] : known;
    try {
      source.read(number, values);
      return values;
    } catch (ClosedChannelException e) {
      throw interrupted();
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  private static CancellationException interrupted() {
    return new CancellationException("the reading was interrupted");
  }

  private ByteBuffer take(long number) {
    try {
      return ByteBuffer.wrap(tiles.get(number).get()).order(StoredNumbers.order(info));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // fetch throws no other
    }
  }

  private void takeRows(long number, long row, int rows, StoredNumbers target) {
    long tile = source.grid().row(number);
    long from = Math.max(row, tile);
    long end = Math.min(row + rows, tile + tileRows);
    int columns = (int) tileColumns;
    ByteBuffer stored = take(number);
    stored.position((int) (from - tile) * columns * info.bytes());
    target.put(stored, (int) (from - row) * columns, (int) (end - from) * columns);
  }

  /** Puts rows together that go across several tiles. */
  private void join(long first, long behind, long row, int rows, StoredNumbers target) {
    int tileRow = (int) (tileColumns * info.bytes());
    joined.begin(rows);
    for (long n = first; n < behind; n++) {
      long tile = source.grid().row(n);
      long from = Math.max(row, tile);
      long end = Math.min(row + rows, tile + tileRows);
      int at = (int) (n % tilesAcross) * tileRow;
      joined.put(take(n).array(), (int) (from - tile), (int) (end - from), (int) (from - row), at);
    }
    ByteBuffer joinedRows = joined.end(rows).order(StoredNumbers.order(info));
    target.put(joinedRows, 0, Math.toIntExact(rows * info.columns()));
  }

  /** Waits until all threads have ended. */
  @Override
  public void close() {
    BackgroundThreads.end(threads); // a tile takes no long time
    source.close();
  }
}
