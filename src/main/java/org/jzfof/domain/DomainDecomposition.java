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
 * <p>With s samples per rank, taken at regular rows, the number of particles in a piece scatters by
 * at most sqrt(2/s), less than one percent. Nodes never cross ranks: every rank builds its tree
 * from its own particles, and tight boxes need no aligned cells.
 */
public final class DomainDecomposition {
  private static final int SAMPLES_PER_RANK = 1 << 15;

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
    long[] samples =
        Arrays.stream(comm.allGather(samples(particles))).flatMapToLong(Arrays::stream).toArray();
    Splitters splitters = Splitters.of(samples, comm.size());
    try (particles;
        Partition partition =
            kernels.partition(particles.positions(), particles.count(), splitters)) {
      return new Exchange(partition).run(particles);
    }
  }

  /** Morton keys at regular rows; every rank samples the same share of its particles. */
  private long[] samples(Particles particles) {
    long[] total = {particles.count()};
    comm.sum(total);
    double share = Math.min(1, (double) SAMPLES_PER_RANK * comm.size() / Math.max(1, total[0]));
    int count = (int) Math.ceil(particles.count() * share);
    int[] rows =
        IntStream.range(0, count)
            .map(s -> (int) ((2L * s + 1) * particles.count() / (2L * count)))
            .toArray();
    int[] xyz = memory.pick(particles.positions(), 3, rows);
    long[] keys = new long[count];
    Arrays.setAll(
        keys, s -> Morton.key(xyz[3 * s], xyz[3 * s + 1], xyz[3 * s + 2], 0, Splitters.BITS));
    return keys;
  }

  /** Sends every column, piece by piece. */
  private final class Exchange {
    private final Partition partition;
    private final long[] receive;

    Exchange(Partition partition) {
      this.partition = partition;
      int size = comm.size();
      long[] send = partition.start();
      long[][] counts = new long[size][];
      for (int r = 0; r < size; r++) {
        counts[r] = new long[] {send[r + 1] - send[r]};
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
      try (DeviceArray ordered = kernels.gather(column, width, partition.rows())) {
        column.close();
        int bytes = width * ordered.type().bytes();
        comm.exchange(
            (at, buffer) -> memory.read(ordered, at, buffer),
            times(partition.start(), bytes),
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
