package org.jzfof.catalogue.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzfof.threads.Parallel;

/**
 * Blocks that are encoded and written side by side, by as many threads as keep a storage busy: with
 * one for each of many cores they would wait for each other, and for memory for their buffers.
 */
final class WriterThreads {
  private static final int MOST = 16;

  private final int bytes;
  private final ByteBuffer[] buffers;

  /**
   * @param bytes of the buffer of each
   */
  WriterThreads(int bytes) {
    this.bytes = bytes;
    this.buffers = new ByteBuffer[Math.min(MOST, Parallel.threads())];
  }

  /** Deals with the block of a number, by means of an empty buffer. */
  @FunctionalInterface
  interface BlockWriter {
    void write(int block, ByteBuffer buffer);
  }

  /**
   * Deals with all blocks; after a failure no others are begun.
   *
   * @throws RuntimeException the failure of the first block that fails, as if one came after the
   *     other: blocks are begun in order
   */
  void run(int blocks, BlockWriter writer) {
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

  /** The empty buffer of a lane. */
  ByteBuffer buffer(int lane) {
    if (buffers[lane] == null) {
      buffers[lane] = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    return buffers[lane].clear();
  }
}
