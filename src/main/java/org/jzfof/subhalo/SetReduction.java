package org.jzfof.subhalo;

import java.util.function.Consumer;

/**
 * Collective operations over the parts of a set of members, one part per rank. All ranks call the
 * same methods in the same order.
 */
public interface SetReduction {
  /** Reduction for a set with a single part. */
  SetReduction SINGLE_PART =
      new SetReduction() {
        @Override
        public int index() {
          return 0;
        }

        @Override
        public long[][] gather(long[] local) {
          return new long[][] {local};
        }

        @Override
        public double valueAt(double[] increasing, long index) {
          return increasing[(int) index];
        }

        @Override
        public double[] inTurn(double[] state, Consumer<double[]> part) {
          part.accept(state);
          return state;
        }
      };

  /** Returns the index of the part of this rank. */
  int index();

  /** Returns the values of each part [parts][any length]. */
  long[][] gather(long[] local);

  /**
   * Returns one of the numbers of all parts by its index in increasing order.
   *
   * @param increasing sorted numbers above 0 of the part of this rank
   * @param index index among the numbers of all parts, the same on all ranks
   */
  double valueAt(double[] increasing, long index);

  /**
   * Processes the parts one after the other, as one sequence.
   *
   * @param state initial state of the first part
   * @param part processes the part of this rank, and changes the state
   * @return the state after the last part, on all ranks
   */
  double[] inTurn(double[] state, Consumer<double[]> part);

  /** Returns the sum of one number of each part. */
  default long total(long local) {
    long total = 0;
    for (long[] one : gather(new long[] {local})) {
      total += one[0];
    }
    return total;
  }
}
