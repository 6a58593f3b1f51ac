package org.jzfof.subhalo;

import java.util.function.Consumer;

/**
 * The parts of a set of members that the ranks have: what they tell each other. All of them call
 * the same methods in the same order.
 */
public interface SetReduction {
  /** The only part of a set that is whole. */
  SetReduction WHOLE =
      new SetReduction() {
        @Override
        public int number() {
          return 0;
        }

        @Override
        public long[][] each(long[] own) {
          return new long[][] {own};
        }

        @Override
        public double at(double[] increasing, long place) {
          return increasing[(int) place];
        }

        @Override
        public double[] inTurn(double[] state, Consumer<double[]> part) {
          part.accept(state);
          return state;
        }
      };

  /** Number of the part here. */
  int number();

  /** Values of each part [parts][any]. */
  long[][] each(long[] own);

  /**
   * One of the numbers of all parts, by size.
   *
   * @param increasing numbers above 0 of the part here
   * @param place of the wanted one, from 0, the same on all ranks
   */
  double at(double[] increasing, long place);

  /**
   * Goes through the parts one after the other, as if they were one sequence.
   *
   * @param state with which the first part begins
   * @param part goes through the part here, and changes the state
   * @return the state behind the last part, on all ranks
   */
  double[] inTurn(double[] state, Consumer<double[]> part);

  /** Sum of a number of each part. */
  default long total(long own) {
    long total = 0;
    for (long[] one : each(new long[] {own})) {
      total += one[0];
    }
    return total;
  }
}
