package org.jzfof.catalogue.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzfof.threads.Parallel;

/**
 * Threads that encode and write blocks in parallel. Their number suffices to keep a storage busy;
 * one thread for each of many cores would wait for others, and for memory for its buffer.
 */
public final class WriterThreads {
  private static final int MAX_THREADS = 16;

  private final int bytes;
  private final ByteBuffer[] buffers;

  /**
   * @param bytes number of bytes of a buffer
   */
  public WriterThreads(int bytes) {
    this.bytes = bytes;
    this.buffers = new ByteBuffer[Math.min(MAX_THREADS, Parallel.threads())];
  }

  /** Processes the block of a number with an empty buffer. */
  @FunctionalInterface
  public interface BlockWriter {
    void write(int block, ByteBuffer buffer);
  }

  /**
   * Processes all blocks; no block is started after a failure.
   *
   * @throws RuntimeException the failure of the first failing block, as in sequential order,
   *     because blocks are started in order
   */
  public void run(int blocks, BlockWriter writer) {
    AtomicInteger next = new AtomicInteger();
    SortedMap<Integer, RuntimeException> failures = new ConcurrentSkipListMap<>();
    Parallel.forEach(
        Math.min(buffers.length, blocks),
        1,
        lane -> {
          for (int b = next.getAndIncrement(); b < blocks; b = next.getAndIncrement()) {
            try {
              writer.write(b, buffer(lane));
            } catch (RuntimeException e) {
              failures.put(b, e);
              next.set(blocks);
            }
          }
        });
    if (!failures.isEmpty()) {
      throw failures.get(failures.firstKey());
    }
  }

  /** Returns the empty buffer of a lane. */
  ByteBuffer buffer(int lane) {
    if (buffers[lane] == null) {
      buffers[lane] = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    return buffers[lane].clear();
  }
}
