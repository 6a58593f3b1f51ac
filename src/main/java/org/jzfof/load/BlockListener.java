package org.jzfof.load;

/** Receives the number of values of each block that a thread has copied to the device. */
@FunctionalInterface
interface BlockListener {
  /**
   * @param count values of a block
   * @throws java.util.concurrent.CancellationException if nobody needs the next ones
   */
  void values(long count);
}
