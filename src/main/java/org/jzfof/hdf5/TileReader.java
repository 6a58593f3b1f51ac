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
 * Reads rows of a dataset from its tiles (chunks), which several threads fetch. If consecutive
 * reads continue each other, the threads also fetch the tiles of the next rows in advance.
 */
final class TileReader implements DirectReader {
  /** Name of the threads. */
  static final String THREAD = "jzfof reads tiles";

  /** Limits of the bytes of tiles that are fetched in advance. */
  private static final long MINIMUM_AHEAD = 4L << 20;

  private static final long MAXIMUM_AHEAD = 64L << 20;

  private final ChunkTiles source;
  private final Hdf5Info info;
  private final long tileBytes;
  private final long tileRows;
  private final long tileColumns;
  private final long tilesAcross;
  private final long maximumAhead;
  private final Map<Long, Future<byte[]>> tiles = new HashMap<>();
  private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();
  private final RowJoin rowJoin;
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
    this.rowJoin =
        new RowJoin(
            Math.toIntExact(info.columns() * info.bytes()), (int) (tileColumns * info.bytes()));
    int n = Hdf5Library.readingThreads();
    long sufficient =
        Math.max(
            MINIMUM_AHEAD,
            2 * n * tileBytes); // these tiles remain in the cache until they are used
    this.maximumAhead =
        Math.min(sufficient, Math.min(MAXIMUM_AHEAD, Runtime.getRuntime().maxMemory() / 32));
    this.threads = Executors.newFixedThreadPool(n, work -> BackgroundThreads.thread(THREAD, work));
  }

  @Override
  public synchronized void read(long row, int rows, StoredNumbers target) {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted();
    }
    long first = row / tileRows * tilesAcross;
    long endTile = ((row + rows - 1) / tileRows + 1) * tilesAcross;
    ahead = row == next ? Math.min(maximumAhead, Math.max(tileBytes, 2 * ahead)) : 0;
    next = row + rows;
    start(first, endTile, Math.min(source.grid().count(), endTile + ahead / tileBytes));
    if (tileColumns == info.columns()) {
      for (long n = first; n < endTile; n++) {
        copyRows(n, row, rows, target);
      }
    } else {
      join(first, endTile, row, rows, target);
    }
  }

  /** Starts the fetching of tiles from first to end, and drops all other tiles. */
  private void start(long first, long endTile, long end) {
    tiles
        .entrySet()
        .removeIf(
            tile -> {
              boolean unused = tile.getKey() < first || tile.getKey() >= end;
              // without an interrupt, which would close the file for the other threads
              if (unused && !tile.getValue().cancel(false)) {
                recycle(tile.getValue());
              }
              return unused;
            });
    if (tiles.isEmpty() && end == first + 1) { // a single tile needs no thread
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
      // the reader of this tile has received the exception
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

  private ByteBuffer waitFor(long number) {
    try {
      return ByteBuffer.wrap(tiles.get(number).get()).order(StoredNumbers.order(info));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // fetch throws no checked exception
    }
  }

  private void copyRows(long number, long row, int rows, StoredNumbers target) {
    long tile = source.grid().row(number);
    long from = Math.max(row, tile);
    long end = Math.min(row + rows, tile + tileRows);
    int columns = (int) tileColumns;
    ByteBuffer stored = waitFor(number);
    stored.position((int) (from - tile) * columns * info.bytes());
    target.put(stored, (int) (from - row) * columns, (int) (end - from) * columns);
  }

  /** Assembles rows that extend over several tiles. */
  private void join(long first, long endTile, long row, int rows, StoredNumbers target) {
    int tileRow = (int) (tileColumns * info.bytes());
    rowJoin.begin(rows);
    for (long n = first; n < endTile; n++) {
      long tile = source.grid().row(n);
      long from = Math.max(row, tile);
      long end = Math.min(row + rows, tile + tileRows);
      int at = (int) (n % tilesAcross) * tileRow;
      rowJoin.put(
          waitFor(n).array(), (int) (from - tile), (int) (end - from), (int) (from - row), at);
    }
    ByteBuffer joinedRows = rowJoin.end(rows).order(StoredNumbers.order(info));
    target.put(joinedRows, 0, Math.toIntExact(rows * info.columns()));
  }

  /** Waits for the end of all threads, and closes the file. */
  @Override
  public void close() {
    BackgroundThreads.end(threads); // threads end after the current tile
    source.close();
  }
}
