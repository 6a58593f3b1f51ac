package org.jzfof.snapshot.file;

/**
 * Consecutive rows of one file, cut into blocks.
 *
 * @param start first row in the file
 * @param target row of the sink that the first one becomes
 * @param most rows per block at most
 */
public record Blocks(long start, long rows, long target, int most) {
  /** Processes one block. */
  @FunctionalInterface
  public interface Action {
    void accept(long row, int count, long target);
  }

  /** Rows of the largest block. */
  public int length() {
    return (int) Math.min(rows, most);
  }

  /** Those of some rows of the file among these. */
  Blocks part(long from, long count) {
    return new Blocks(from, count, target + from - start, most);
  }

  /** The same rows under other numbers in the file. */
  Blocks shifted(long shift) {
    return new Blocks(start + shift, rows, target, most);
  }

  public void forEach(Action action) {
    for (long done = 0; done < rows; done += most) {
      action.accept(start + done, (int) Math.min(most, rows - done), target + done);
    }
  }
}
