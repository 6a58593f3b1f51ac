package org.jzfof.neighbours.files;

import java.nio.LongBuffer;
import java.util.Arrays;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.packing.PackingBlocks;
import org.jzfof.threads.Parallel;

/**
 * Packed lists of consecutive queries, which are whole blocks.
 *
 * @param blocks blocks of all queries
 * @param lengths number of bytes of each block
 * @param bytes U8 bytes of these blocks
 */
public record PackedRows(PackingBlocks blocks, long[] lengths, HostColumn bytes)
    implements AutoCloseable {
  /**
   * Lists of queries [from, to), a part of these queries. The result shares the memory of this
   * object.
   *
   * @param first first query of this object
   */
  PackedRows between(long first, long from, long to) {
    int before = blocks.count(first, from);
    int count = blocks.count(from, to);
    int skipped = (int) Parallel.sum(lengths, 0, before);
    int length = (int) Parallel.sum(lengths, before, before + count);
    return new PackedRows(
        blocks, Arrays.copyOfRange(lengths, before, before + count), bytes.part(skipped, length));
  }

  /** Number of longs of a message with these lists. */
  int words() {
    return 2 + lengths.length + HostColumn.words(ElementType.U8, bytes.length());
  }

  /** Appends the lists to a message; {@link #unpack} is the inverse. */
  void pack(LongBuffer message) {
    message.put(lengths.length).put(bytes.length()).put(lengths);
    bytes.pack(message);
  }

  /** Makes lists of the same blocks from a message. */
  PackedRows unpack(LongBuffer message, HostMemory memory) {
    long[] ofBlocks = new long[(int) message.get()];
    HostColumn all = memory.allocate(ElementType.U8, (int) message.get());
    message.get(ofBlocks);
    all.unpack(message);
    return new PackedRows(blocks, ofBlocks, all);
  }

  @Override
  public void close() {
    bytes.close();
  }
}
