package org.jzfof.domain.cpu;

import java.util.function.IntUnaryOperator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.Partition;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/**
 * Sorts rows by the domains of their points with a counting sort: one pass counts rows, one writes
 * them.
 */
final class DomainPartition {
  private static final int MIN_BLOCK = 1 << 14;

  private final CpuMemory memory;
  private final int n;
  private final int pieces;
  private final IntUnaryOperator pieceOfRow;
  private final int blockSize;
  private final int[][] perBlock;

  /**
   * @param pieceOfRow returns the domain of a row
   */
  DomainPartition(CpuMemory memory, int n, int pieces, IntUnaryOperator pieceOfRow) {
    this.memory = memory;
    this.n = n;
    this.pieces = pieces;
    this.pieceOfRow = pieceOfRow;
    int blocks = Math.max(1, Math.min(Parallel.threads(), n / MIN_BLOCK));
    this.blockSize = (n + blocks - 1) / blocks;
    this.perBlock = new int[blocks][];
  }

  Partition run() {
    try (DeviceArray pieceColumn = memory.allocate(ElementType.I32, n);
        Scope made = new Scope()) {
      DeviceArray rows = made.add(memory.allocate(ElementType.I32, n));
      int[] piece = CpuArray.ints(pieceColumn);
      int[] row = CpuArray.ints(rows);
      forBlocks((b, from, to) -> perBlock[b] = count(piece, from, to));
      long[] start = countsToOffsets();
      forBlocks((b, from, to) -> scatter(piece, perBlock[b], row, from, to));
      return made.keep(new Partition(rows, start));
    }
  }

  /** Body of a loop over the rows of a block. */
  @FunctionalInterface
  private interface BlockTask {
    void run(int block, int from, int to);
  }

  private void forBlocks(BlockTask task) {
    Parallel.forRange(
        perBlock.length,
        1,
        (b, end) -> task.run(b, b * blockSize, Math.min(n, (b + 1) * blockSize)));
  }

  private int[] count(int[] piece, int from, int to) {
    int[] count = new int[pieces];
    for (int i = from; i < to; i++) {
      int p = pieceOfRow.applyAsInt(i);
      piece[i] = p;
      count[p]++;
    }
    return count;
  }

  /**
   * Replaces the counts of each block by the offsets of its first rows, and returns the offset of
   * each piece.
   */
  private long[] countsToOffsets() {
    long[] start = new long[pieces + 1];
    int offset = 0;
    for (int p = 0; p < pieces; p++) {
      start[p] = offset;
      for (int[] block : perBlock) {
        int count = block[p];
        block[p] = offset;
        offset += count;
      }
    }
    start[pieces] = offset;
    return start;
  }

  private static void scatter(int[] piece, int[] next, int[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      row[next[piece[i]]++] = i;
    }
  }
}
