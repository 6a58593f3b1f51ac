package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jzfof.snapshot.LongSink;

/**
 * Member IDs on their way from the thread that collects them to the one that writes them. The first
 * waits when the second is far behind.
 */
public final class QueuedIds implements MemberIds, LongSink {
  /** Memory that waiting IDs take, unless a single block is larger. */
  public static final long MOST_BYTES = 256L << 20;

  private static final int MOST = (int) (MOST_BYTES / Long.BYTES);
  private static final long END = -1;

  private final long count;
  private final BlockingQueue<Block> queue = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MOST);
  private volatile boolean discarding;

  /** Some IDs, or the end: why there are no more, where that is a failure. */
  private record Block(long row, long[] ids, Throwable failure) {}

  /**
   * @param count number of IDs that will come
   */
  public QueuedIds(long count) {
    this.count = count;
  }

  @Override
  public long count() {
    return count;
  }

  /** Takes the next IDs. */
  @Override
  public void accept(long row, int number, long[] ids) {
    int permits = Math.min(MOST, number);
    try {
      room.acquire(permits);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (discarding) {
      room.release(permits);
    } else {
      queue.add(new Block(row, Arrays.copyOf(ids, number), null));
    }
  }

  /** All IDs have come. */
  public void end() {
    queue.add(new Block(END, null, null));
  }

  /** No more IDs will come, because of a failure. */
  public void fail(Throwable failure) {
    queue.add(new Block(END, null, failure));
  }

  /** Nobody wants the IDs any more; those that still come are dropped. */
  public void discard() {
    discarding = true;
    room.release(MOST);
  }

  @Override
  public void stream(LongSink sink) {
    try {
      Block block = queue.take();
      while (block.row != END) {
        sink.accept(block.row, block.ids.length, block.ids);
        room.release(Math.min(MOST, block.ids.length));
        block = queue.take();
      }
      if (block.failure != null) {
        throw new IllegalStateException("the IDs have not all come", block.failure);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
