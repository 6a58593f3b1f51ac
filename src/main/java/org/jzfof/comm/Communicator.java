package org.jzfof.comm;

/** Collective operations of the ranks of one job; every rank calls them in the same order. */
public interface Communicator {
  /** This rank, from 0. */
  int rank();

  /** Number of ranks. */
  int size();

  /** Replaces each value by its sum over all ranks. */
  void sum(long[] values);

  /** Replaces each value by its minimum over all ranks. */
  void min(double[] values);

  /** Replaces each value by its maximum over all ranks. */
  void max(double[] values);
}
