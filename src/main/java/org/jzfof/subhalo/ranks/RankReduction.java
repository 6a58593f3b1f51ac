package org.jzfof.subhalo.ranks;

import java.util.function.Consumer;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.SharedBisection;
import org.jzfof.subhalo.SetReduction;

/** Reduction over the parts of a set of members on all ranks. */
record RankReduction(Communicator comm) implements SetReduction {
  @Override
  public int index() {
    return comm.rank();
  }

  @Override
  public long[][] gather(long[] local) {
    return comm.allGather(local);
  }

  /** Searches by bisection over the bits, which are in the order of numbers above 0. */
  @Override
  public double valueAt(double[] increasing, long index) {
    SharedBisection.KeyCounter counter =
        (search, key) ->
            Bisection.countBelow(
                increasing.length,
                i -> Long.compareUnsigned(Double.doubleToRawLongBits(increasing[i]), key) < 0);
    long[] indices = {index};
    return Double.longBitsToDouble(SharedBisection.keys(comm, indices, Long.SIZE, counter)[0]);
  }

  @Override
  public double[] inTurn(double[] state, Consumer<double[]> part) {
    double[] reached = state;
    for (int r = 0; r < comm.size(); r++) {
      if (r == comm.rank()) {
        part.accept(reached);
      }
      reached = comm.broadcast(reached, r);
    }
    return reached;
  }
}
