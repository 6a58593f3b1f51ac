package org.jzfof.snapshot.file;

import java.util.function.Supplier;

/** Two arrays for blocks of rows: one is filled while the last one is still in use. */
public final class TwoBlocks<A> {
  private final Supplier<A> make;
  private A last;
  private A other;

  /**
   * @param make makes an array with room for the longest block
   */
  public TwoBlocks(Supplier<A> make) {
    this.make = make;
  }

  /** The array for the next block, which is the {@link #last} one from now on. */
  public A next() {
    A free = other == null ? make.get() : other;
    other = last;
    last = free;
    return free;
  }

  /** The array of the last block. */
  public A last() {
    return last;
  }
}
