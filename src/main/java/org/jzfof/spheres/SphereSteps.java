package org.jzfof.spheres;

import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/** Runs the searches around centres step by step, together with those of all ranks. */
public final class SphereSteps {
  private final Communicator comm;
  private final SphereSums.Weights masses;

  public SphereSteps(Communicator comm, SphereSums.Weights masses) {
    this.comm = comm;
    this.masses = masses;
  }

  /**
   * Until each has found what it looks for; every rank calls it.
   *
   * @param centre fixed-point coordinates [3n]
   * @param rules one for each centre
   */
  public void run(int[] centre, SphereRule[] rules) {
    int[] active = IntStream.range(0, rules.length).toArray();
    while (anywhere(active.length)) {
      int[] some = active;
      int[] centres = new int[3 * some.length];
      long[] squares = new long[some.length];
      for (int i = 0; i < some.length; i++) {
        System.arraycopy(centre, 3 * some[i], centres, 3 * i, 3);
        squares[i] = rules[some[i]].square();
      }
      long[] within = masses.within(new Spheres(centres, squares));
      active =
          IntStream.range(0, some.length)
              .filter(i -> !rules[some[i]].take(within[i]))
              .map(i -> some[i])
              .toArray();
    }
  }

  /** Whether any rank has something; every rank calls it. */
  public boolean anywhere(int active) {
    long[] all = {active};
    comm.sum(all);
    return all[0] > 0;
  }
}
