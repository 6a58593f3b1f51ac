package org.jzfof.domain;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;

/**
 * Decides which rank every point belongs to: each rank gets a domain, a contiguous range of the
 * Morton order with nearly the same number of points (sample sort). A {@link Redistribution} sends
 * the points to their ranks.
 *
 * <p>With s samples per rank, at regular rows, the number of points in a domain scatters by at most
 * sqrt(2/s), less than one percent. No node has points of two ranks: every rank builds its tree
 * from the points of its domain, and tight boxes need no aligned cells.
 */
public final class DomainDecomposition {
  private static final int SAMPLES_PER_RANK = 1 << 15;

  private final ParticleKernels kernels;
  private final Splitters splitters;

  private DomainDecomposition(ParticleKernels kernels, Splitters splitters) {
    this.kernels = kernels;
    this.splitters = splitters;
  }

  /**
   * Divides the points of all ranks into domains; every rank calls it.
   *
   * @param positions I32 [3n] fixed-point coordinates of the points of this rank; not changed
   */
  public static DomainDecomposition of(
      DeviceArray positions, long count, ParticleKernels kernels, Communicator comm) {
    long[] keys = kernels.sampleKeys(positions, count, samples(count, comm));
    return new DomainDecomposition(kernels, Splitters.of(keys, comm.size(), comm));
  }

  /** The same domains, with all points at one position in one domain. */
  public DomainDecomposition withWholePositions() {
    return new DomainDecomposition(kernels, splitters.withWholeKeys());
  }

  /** Every rank samples the same share of its points. */
  private static int samples(long count, Communicator comm) {
    long[] total = {count};
    comm.sum(total);
    double share = Math.min(1, (double) SAMPLES_PER_RANK * comm.size() / Math.max(1, total[0]));
    return (int) Math.ceil(count * share);
  }

  /**
   * Sorts points by the ranks of their domains. The points may be others than those that determined
   * the domains, such as search centres.
   *
   * @param positions I32 [3n]; not changed
   * @param count n; may be 0
   */
  public Partition partition(DeviceArray positions, long count) {
    return kernels.partition(positions, count, splitters);
  }

  /** The keys that only points of the domain of {@code rank} can have. */
  public KeyRange exclusiveKeys(int rank) {
    return splitters.exclusiveKeys(rank);
  }

  /**
   * Finds the ranks that may have points in balls.
   *
   * @param except rank that is left out
   * @return rows of balls for each rank; the row of a ball comes once for every rank that may have
   *     points in it
   */
  public Partition findIntersecting(Balls balls, int except, DeviceMemory memory) {
    int size = splitters.key().length + 1;
    List<DeviceArray> rows = new ArrayList<>();
    long[] start = new long[size + 1];
    try (Scope made = new Scope()) {
      for (int r = 0; r < size; r++) {
        start[r + 1] = start[r];
        if (r != except) {
          DeviceArray batch = made.add(kernels.findIntersecting(balls, splitters.keys(r)));
          rows.add(batch);
          start[r + 1] += batch.length();
        }
      }
      return made.keep(new Partition(memory.join(ElementType.I32, rows), start));
    }
  }
}
