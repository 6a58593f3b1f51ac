package org.jzfof.domain;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * Gives every rank a contiguous piece of the Morton order with nearly the same number of particles,
 * by a sample sort: needs the particles that each rank has read, leaves those of its piece.
 *
 * <p>Particles are compared by all bits of their Morton keys, then by rank and place, so that
 * coincident particles can be shared out as well. With s regular samples per rank no piece is
 * larger than the mean by more than ranks/s of it. Nodes never cross ranks: every rank builds its
 * tree from its own particles, and tight boxes need no aligned cells.
 */
public final class DomainDecomposition {
  private static final int SAMPLES_PER_RANK = 256;
  private static final int MIN_SAMPLES = 1024;
  private static final int KEY_BITS = 21;
  private static final int SAMPLE = 5;

  private final Communicator comm;
  private final ParticleKernels kernels;
  private final DeviceMemory memory;

  /**
   * @param comm the ranks
   * @param kernels of the backend that holds the particles
   * @param memory of that backend
   */
  public DomainDecomposition(Communicator comm, ParticleKernels kernels, DeviceMemory memory) {
    this.comm = comm;
    this.kernels = kernels;
    this.memory = memory;
  }

  /** Exchanges the particles; those passed in are closed. */
  public Particles exchange(Particles particles) {
    try (particles;
        SortedPoints points =
            kernels.mortonSort(particles.positions(), particles.count(), KEY_BITS, 1)) {
      long[] cuts = cuts(points);
      return new Exchange(points, cuts).run(particles);
    }
  }

  /** First point that goes to each rank, and the number of points [size+1]. */
  private long[] cuts(SortedPoints points) {
    long[][] samples = comm.allGather(samples(points));
    long[] all = Arrays.stream(samples).flatMapToLong(Arrays::stream).toArray();
    Integer[] order = IntStream.range(0, all.length / SAMPLE).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> compare(all, a, b));
    int size = comm.size();
    long[] cuts = new long[size + 1];
    cuts[size] = points.count();
    int[] places = new int[3 * (size - 1)];
    int[] splitters = new int[size - 1];
    for (int r = 1; r < size; r++) {
      if (order.length == 0) {
        return cuts;
      }
      splitters[r - 1] = order[(int) ((long) order.length * r / size)];
      for (int d = 0; d < 3; d++) {
        places[3 * (r - 1) + d] = (int) all[splitters[r - 1] * SAMPLE + d];
      }
    }
    long[] bounds = kernels.search(points, places);
    for (int r = 1; r < size; r++) {
      int sample = splitters[r - 1] * SAMPLE;
      int owner = (int) all[sample + 3];
      cuts[r] =
          owner == comm.rank()
              ? all[sample + 4]
              : bounds[2 * (r - 1) + (owner > comm.rank() ? 1 : 0)];
    }
    return cuts;
  }

  /** Regular samples of the sorted points: coordinates, rank, place. */
  private long[] samples(SortedPoints points) {
    int wanted = Math.max(MIN_SAMPLES, SAMPLES_PER_RANK * comm.size());
    int count = (int) Math.min(points.count(), wanted);
    int[] places = new int[count];
    for (int s = 0; s < count; s++) {
      places[s] = (int) ((2L * s + 1) * points.count() / (2L * count));
    }
    int[][] xyz = {
      memory.pick(points.x(), 1, places),
      memory.pick(points.y(), 1, places),
      memory.pick(points.z(), 1, places)
    };
    long[] samples = new long[SAMPLE * count];
    for (int s = 0; s < count; s++) {
      for (int d = 0; d < 3; d++) {
        samples[SAMPLE * s + d] = xyz[d][s];
      }
      samples[SAMPLE * s + 3] = comm.rank();
      samples[SAMPLE * s + 4] = places[s];
    }
    return samples;
  }

  private static int compare(long[] samples, int a, int b) {
    int i = SAMPLE * a;
    int j = SAMPLE * b;
    int order =
        Morton.compare(
            (int) samples[i],
            (int) samples[i + 1],
            (int) samples[i + 2],
            (int) samples[j],
            (int) samples[j + 1],
            (int) samples[j + 2]);
    order = order != 0 ? order : Long.compare(samples[i + 3], samples[j + 3]);
    return order != 0 ? order : Long.compare(samples[i + 4], samples[j + 4]);
  }

  /** Sends every column, in the order of the points. */
  private final class Exchange {
    private final SortedPoints points;
    private final long[] send;
    private final long[] receive;

    Exchange(SortedPoints points, long[] cuts) {
      this.points = points;
      this.send = cuts;
      int size = comm.size();
      long[][] counts = new long[size][];
      for (int r = 0; r < size; r++) {
        counts[r] = new long[] {cuts[r + 1] - cuts[r]};
      }
      long[][] incoming = comm.allToAll(counts);
      this.receive = new long[size + 1];
      for (int r = 0; r < size; r++) {
        receive[r + 1] = receive[r] + incoming[r][0];
      }
    }

    Particles run(Particles particles) {
      return new Particles(
          receive[comm.size()],
          column(particles.positions(), 3),
          column(particles.ids(), 1),
          column(particles.velocities(), 3),
          column(particles.masses(), 1),
          column(particles.types(), 1),
          particles.onlyType(),
          particles.massOfType());
    }

    private DeviceArray column(DeviceArray column, int width) {
      if (column == null) {
        return null;
      }
      DeviceArray received = memory.allocate(column.type(), receive[comm.size()] * width);
      try (DeviceArray sorted = kernels.gather(column, width, points)) {
        column.close();
        int bytes = width * sorted.type().bytes();
        comm.exchange(
            (at, buffer) -> memory.read(sorted, at, buffer),
            times(send, bytes),
            (at, buffer) -> memory.write(received, at, buffer),
            times(receive, bytes));
      }
      return received;
    }

    private long[] times(long[] rows, int bytes) {
      return Arrays.stream(rows).map(r -> r * bytes).toArray();
    }
  }
}
