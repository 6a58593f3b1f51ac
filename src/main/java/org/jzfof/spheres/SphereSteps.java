package org.jzfof.spheres;

import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/** Runs the searches around centres of all ranks in common steps. */
public final class SphereSteps {
  private final Communicator comm;
  private final SphereSums.Weights masses;

  public SphereSteps(Communicator comm, SphereSums.Weights masses) {
    this.comm = comm;
    this.masses = masses;
  }

  /**
   * Runs the searches to their ends. Every rank calls this method.
   *
   * @param centre fixed-point coordinates [3n]
   */
  public void run(int[] centre, SphereRule[] rules) {
    int[] active = IntStream.range(0, rules.length).toArray();
    while (anywhere(active.length)) {
      int[] running = active;
      int[] centres = new int[3 * running.length];
      long[] squares = new long[running.length];
      for (int i = 0; i < running.length; i++) {
        System.arraycopy(centre, 3 * running[i], centres, 3 * i, 3);
        squares[i] = rules[running[i]].square();
      }
      long[] within = masses.within(new Spheres(centres, squares));
      active =
          IntStream.range(0, running.length)
              .filter(i -> !rules[running[i]].step(within[i]))
              .map(i -> running[i])
              .toArray();
    }
  }

  /** Returns whether any rank has active searches. Every rank calls this method. */
  public boolean anywhere(int active) {
    long[] all = {active};
    comm.sum(all);
    return all[0] > 0;
  }
}
