package org.jzfof.subhalo.ranks;

import java.util.function.Consumer;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.SharedBisection;
import org.jzfof.subhalo.SetReduction;

/** The parts of a set of members that is spread over all ranks. */
record RankReduction(Communicator comm) implements SetReduction {
  @Override
  public int number() {
    return comm.rank();
  }

  @Override
  public long[][] each(long[] own) {
    return comm.allGather(own);
  }

  /** Numbers above 0 are in the order of their bits. */
  @Override
  public double at(double[] increasing, long place) {
    SharedBisection.KeyCounter here =
        (search, key) ->
            Bisection.countBelow(
                increasing.length,
                i -> Long.compareUnsigned(Double.doubleToRawLongBits(increasing[i]), key) < 0);
    long[] places = {place};
    return Double.longBitsToDouble(SharedBisection.keys(comm, places, Long.SIZE, here)[0]);
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
