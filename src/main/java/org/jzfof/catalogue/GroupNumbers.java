package org.jzfof.catalogue;

/**
 * The group of every particle of some types, in the order of the snapshot: the place of the group
 * in the catalogue, or {@link #NONE}.
 */
public interface GroupNumbers {
  /** Number of a particle that is in no group. */
  int NONE = GroupKernels.NO_GROUP;

  /** Takes blocks of numbers in row order. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param row first row of the block
     * @param numbers of the rows of the block
     */
    void accept(long row, int[] numbers);
  }

  /** The types of which there are numbers, increasing. */
  int[] types();

  /** Particles of a type. */
  long count(int type);

  /**
   * Passes on the numbers of a type in blocks, in order. Every rank calls it; only the sink of rank
   * 0 is used.
   */
  void stream(int type, Sink sink);
}
