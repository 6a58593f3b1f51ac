package org.jzfof.knn;

/** Takes answers as they come. */
@FunctionalInterface
public interface NeighbourSink {
  /** Takes a block; blocks of one rank come in increasing order of rows and do not overlap. */
  void accept(NeighbourBlock block);
}
