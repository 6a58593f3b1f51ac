package org.jzfof.comm;

/**
 * Rows of each rank in blocks that all ranks go through together: a rank that has no more takes
 * part with empty blocks, behind its last row.
 */
public final class SharedBlocks {
  private SharedBlocks() {}

  /** Processes a block; every rank calls it equally often. */
  @FunctionalInterface
  public interface Body {
    /**
     * @param from first row of the block
     * @param count its rows, 0 where this rank has no more
     */
    void accept(long from, long count);
  }

  /**
   * Goes through the blocks; every rank calls it.
   *
   * @param rows of this rank
   * @param block most rows at a time, the same on every rank
   */
  public static void forEach(Communicator comm, long rows, long block, Body body) {
    double[] most = {rows};
    comm.max(most);
    for (long at = 0; at < most[0]; at += block) {
      long from = Math.min(at, rows);
      body.accept(from, Math.min(block, rows - from));
    }
  }
}
