package org.jzfof.comm;

/**
 * Iterates over the rows of each rank in blocks that all ranks process together. A rank whose rows
 * are exhausted takes part with empty blocks after its last row.
 */
public final class SharedBlocks {
  private SharedBlocks() {}

  /** Processes a block; every rank calls it the same number of times. */
  @FunctionalInterface
  public interface Body {
    /**
     * @param from first row of the block
     * @param count number of rows of the block, 0 after the last row of this rank
     */
    void accept(long from, long count);
  }

  /**
   * Processes all blocks; every rank calls it.
   *
   * @param block maximum number of rows per block, the same on every rank
   */
  public static void forEach(Communicator comm, long rows, long block, Body body) {
    forEach(comm, rows, block, 1, body);
  }

  /**
   * Processes all blocks, of several parts of the rows in turn; every rank calls it.
   *
   * @param block maximum number of rows per block, the same on every rank
   * @param parts number of parts with about as many rows, the same on every rank
   */
  public static void forEach(Communicator comm, long rows, long block, int parts, Body body) {
    double[] maximum = {rows};
    comm.max(maximum);
    long blocks = ((long) maximum[0] + block - 1) / block;
    long blocksOfPart = (blocks + parts - 1) / parts;
    for (long i = 0; i < blocksOfPart; i++) {
      for (long b = i; b < blocks; b += blocksOfPart) {
        long from = Math.min(b * block, rows);
        body.accept(from, Math.min(block, rows - from));
      }
    }
  }
}
