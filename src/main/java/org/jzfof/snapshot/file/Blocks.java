package org.jzfof.snapshot.file;

/**
 * Consecutive rows of one file, cut into blocks.
 *
 * @param start first row in the file
 * @param target row of the sink that receives the first row
 * @param blockRows maximum number of rows per block
 */
public record Blocks(long start, long rows, long target, int blockRows) {
  /** Processes one block. */
  @FunctionalInterface
  public interface Action {
    void accept(long row, int count, long target);
  }

  /** Number of rows of the largest block. */
  public int length() {
    return (int) Math.min(rows, blockRows);
  }

  /**
   * The blocks of a part of these rows.
   *
   * @param from first row of the part in the file
   */
  Blocks part(long from, long count) {
    return new Blocks(from, count, target + from - start, blockRows);
  }

  /** The same blocks, with all row numbers in the file increased by a constant. */
  Blocks shifted(long shift) {
    return new Blocks(start + shift, rows, target, blockRows);
  }

  public void forEach(Action action) {
    for (long done = 0; done < rows; done += blockRows) {
      action.accept(start + done, (int) Math.min(blockRows, rows - done), target + done);
    }
  }
}
