package org.jzfof.knn;

/** Takes answers as they come. */
@FunctionalInterface
public interface NeighbourSink {
  /**
   * Takes a block; blocks of one rank come in increasing order of rows and do not overlap.
   *
   * @param block its arrays are closed by the sink, when it likes and in any thread
   */
  void accept(NeighbourBlock block);
}
