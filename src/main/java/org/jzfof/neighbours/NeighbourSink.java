package org.jzfof.neighbours;

/** Receives answers as they are found. */
@FunctionalInterface
public interface NeighbourSink {
  /**
   * Takes a block; blocks of one rank come in increasing order of rows and do not overlap.
   *
   * @param block its arrays are closed by the sink, when it likes and in any thread
   */
  void accept(NeighbourBlock block);
}
