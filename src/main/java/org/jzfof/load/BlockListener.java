package org.jzfof.load;

/** Is told of the blocks that threads have taken to the device. */
@FunctionalInterface
interface BlockListener {
  /**
   * @param count values of a block
   * @throws java.util.concurrent.CancellationException if nobody needs the next ones
   */
  void values(long count);
}
