package org.jzfof.neighbours.cpu;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.neighbours.packing.PackedCode;
import org.jzfof.neighbours.packing.PackedLists;
import org.jzfof.neighbours.packing.PackingKernels;
import org.jzfof.threads.Parallel;

/** Packing of lists on the CPU: a thread packs whole blocks. */
public final class CpuPackingKernels implements PackingKernels {
  /** Number of blocks that are worth a thread. */
  private static final int GRAIN = 1 << 4;

  private final CpuMemory memory;

  public CpuPackingKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public PackedLists pack(Lists lists, int[] blockStart) {
    int blocks = blockStart.length - 1;
    byte[][] packed = new byte[blocks][];
    Parallel.forRange(
        blocks,
        GRAIN,
        (from, to) -> {
          BlockPacker packer = new BlockPacker(lists);
          for (int block = from; block < to; block++) {
            packed[block] = packer.pack(blockStart[block], blockStart[block + 1]);
          }
        });
    long[] start = ArrayParts.offsets(blocks, block -> packed[block].length);
    DeviceArray bytes = memory.allocate(ElementType.U8, start[blocks]);
    Parallel.forEach(
        blocks,
        GRAIN,
        block ->
            System.arraycopy(
                packed[block], 0, CpuArray.bytes(bytes), (int) start[block], packed[block].length));
    long[] lengths = new long[blocks];
    Arrays.setAll(lengths, block -> packed[block].length);
    return new PackedLists(bytes, lengths);
  }

  /** Packs one block after the other. */
  private static final class BlockPacker {
    private final long[] start;
    private final int[] shortRows; // null if rows have 64 bits
    private final long[] longRows;
    private final long self;
    private long[] list = new long[0];
    private byte[] bytes = new byte[0];
    private int end;

    BlockPacker(Lists lists) {
      boolean isShort = lists.row().type() == ElementType.I32;
      this.start = CpuArray.longs(lists.start());
      this.shortRows = isShort ? CpuArray.ints(lists.row()) : null;
      this.longRows = isShort ? null : CpuArray.longs(lists.row());
      this.self = lists.self();
    }

    byte[] pack(int from, int to) {
      end = 0;
      for (int q = from; q < to; q++) {
        put(start[q + 1] - start[q] - (self >= 0 ? 1 : 0));
      }
      long first = 0;
      for (int q = from; q < to; q++) {
        int count = sort(q);
        for (int i = 0; i < count; i++) {
          put(i == 0 ? PackedCode.zigzag(list[0] - first) : list[i] - list[i - 1]);
        }
        first = count == 0 ? first : list[0];
      }
      return Arrays.copyOf(bytes, end);
    }

    private void put(long number) {
      if (end + Long.BYTES + 2 > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length + 64);
      }
      end = PackedCode.put(number, bytes, end);
    }

    /** Sorts the list of a query into {@link #list}, and returns its length. */
    private int sort(int query) {
      int first = (int) start[query];
      int length = (int) start[query + 1] - first;
      if (list.length < length) {
        list = new long[length];
      }
      int count = 0;
      for (int i = first; i < first + length; i++) {
        long row = shortRows == null ? longRows[i] : shortRows[i];
        list[count] = row;
        count += self >= 0 && row == self + query ? 0 : 1;
      }
      Arrays.sort(list, 0, count);
      return count;
    }
  }
}
