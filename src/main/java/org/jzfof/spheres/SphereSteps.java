package org.jzfof.spheres;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.threads.Parallel;

/** Runs the searches around centres of all ranks in common steps. */
public final class SphereSteps {
  /** Minimum number of searches per thread. */
  private static final int GRAIN = 1 << 8;

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
    int[] active = new int[rules.length];
    Arrays.setAll(active, i -> i);
    while (anywhere(active.length)) {
      int[] running = active;
      int[] centres = new int[3 * running.length];
      long[] squares = new long[running.length];
      Parallel.forEach(
          running.length,
          GRAIN,
          i -> {
            System.arraycopy(centre, 3 * running[i], centres, 3 * i, 3);
            squares[i] = rules[running[i]].square();
          });
      long[] within = masses.within(new Spheres(centres, squares));
      boolean[] ended = new boolean[running.length];
      Parallel.forEach(running.length, GRAIN, i -> ended[i] = rules[running[i]].step(within[i]));
      active = without(running, ended);
    }
  }

  private static int[] without(int[] all, boolean... left) {
    int[] rest = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (!left[i]) {
        rest[count++] = all[i];
      }
    }
    return Arrays.copyOf(rest, count);
  }

  /** Returns whether any rank has active searches. Every rank calls this method. */
  public boolean anywhere(int active) {
    long[] all = {active};
    comm.sum(all);
    return all[0] > 0;
  }
}
