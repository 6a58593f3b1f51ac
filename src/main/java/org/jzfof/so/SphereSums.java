package org.jzfof.so;

import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Particles;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;

/**
 * Sums over the points of all ranks inside spheres. The spheres travel to the ranks whose points
 * they may hold, and the sums come back: points stay where they are.
 */
public final class SphereSums {
  /** Longs of a sphere that travels. */
  private static final int LONGS = 4;

  private final Communicator comm;
  private final SphereKernels kernels;
  private final DeviceMemory memory;
  private final LinkCriterion metric;
  private final List<Source> sources;
  private final RankReach reach;

  /**
   * Points with their properties.
   *
   * @param points of this rank
   * @param particles masses and types, by the rows of the points
   */
  public record Source(SphereSource points, Particles particles) {}

  /**
   * Every rank makes one.
   *
   * @param kernels of the backend that holds the points
   * @param memory of that backend
   * @param metric squares of distances
   * @param sources points of this rank; none where it has none
   */
  public SphereSums(
      Communicator comm,
      SphereKernels kernels,
      DeviceMemory memory,
      LinkCriterion metric,
      List<Source> sources) {
    this.comm = comm;
    this.kernels = kernels;
    this.memory = memory;
    this.metric = metric;
    this.sources = List.copyOf(sources);
    this.reach = RankReach.of(sources.stream().map(Source::points).toList(), memory, comm);
  }

  /** One of the sums of the kernels. */
  @FunctionalInterface
  private interface Operation {
    long[] of(SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric);
  }

  /** Weights of all points of this rank. */
  public final class Weights implements AutoCloseable {
    private final DeviceArray[] before;

    private Weights(DeviceArray[] before) {
      this.before = before;
    }

    /**
     * The sums inside spheres over the points of all ranks, which all call it.
     *
     * @param spheres of this rank
     */
    public long[] within(Spheres spheres) {
      return sums(spheres, kernels::within);
    }

    /** Upper bounds of {@link #within}; every rank calls it. */
    public long[] atMost(Spheres spheres) {
      return sums(spheres, kernels::atMost);
    }

    private long[] sums(Spheres spheres, Operation operation) {
      if (comm.size() == 1) {
        return here(spheres, operation);
      }
      int[][] asked = new int[comm.size()][];
      long[][] questions = new long[comm.size()][];
      for (int r = 0; r < comm.size(); r++) {
        asked[r] = concerned(r, spheres);
        questions[r] = pack(spheres, asked[r]);
      }
      long[][] answers = comm.allToAll(questions);
      for (int r = 0; r < comm.size(); r++) {
        answers[r] = here(unpack(answers[r]), operation);
      }
      long[] lengths = Arrays.stream(asked).mapToLong(some -> some.length).toArray();
      long[][] sums = comm.allToAll(answers, lengths);
      long[] all = new long[spheres.count()];
      for (int r = 0; r < comm.size(); r++) {
        for (int i = 0; i < asked[r].length; i++) {
          all[asked[r][i]] += sums[r][i];
        }
      }
      return all;
    }

    /** The sum of all points of all ranks, which all call it. */
    public long total() {
      long[] sum = new long[1];
      for (int s = 0; s < before.length; s++) {
        long points = sources.get(s).points().points().count();
        sum[0] += before[s] == SphereKernels.NUMBER_OF_POINTS ? points : last(before[s]);
      }
      comm.sum(sum);
      return sum[0];
    }

    private long last(DeviceArray sums) {
      try (DeviceArray end = memory.slice(sums, sums.length() - 1, 1)) {
        return memory.toLongs(end)[0];
      }
    }

    private long[] here(Spheres spheres, Operation operation) {
      long[] sums = new long[spheres.count()];
      for (int s = 0; s < sources.size(); s++) {
        long[] some = operation.of(sources.get(s).points(), before[s], spheres, metric);
        Arrays.setAll(sums, i -> sums[i] + some[i]);
      }
      return sums;
    }

    @Override
    public void close() {
      Cleanup.close(before);
    }
  }

  /** Adds up weights of the points of this rank. */
  public Weights weights(Weight weight) {
    try (Scope made = new Scope()) {
      DeviceArray[] before = new DeviceArray[sources.size()];
      for (int s = 0; s < before.length; s++) {
        before[s] = made.add(before(sources.get(s), weight));
      }
      return made.keep(new Weights(before));
    }
  }

  private DeviceArray before(Source source, Weight weight) {
    Particles particles = source.particles();
    boolean all = weight.type() == Weight.ALL_TYPES;
    boolean only = particles.types() == null && particles.onlyType() == weight.type();
    double same = particles.types() == null ? particles.massOfType()[particles.onlyType()] : 0;
    boolean ones = weight.perMass() == Weight.NUMBER || Math.rint(same * weight.perMass()) == 1;
    return ones && (all || only)
        ? SphereKernels.NUMBER_OF_POINTS
        : kernels.weightsBefore(source.points().points(), particles, weight);
  }

  private int[] concerned(int rank, Spheres spheres) {
    int[] some = new int[spheres.count()];
    int count = 0;
    for (int s = 0; s < some.length; s++) {
      if (reach.meets(rank, spheres, s, metric)) {
        some[count++] = s;
      }
    }
    return Arrays.copyOf(some, count);
  }

  private static long[] pack(Spheres spheres, int[] which) {
    long[] packed = new long[LONGS * which.length];
    for (int i = 0; i < which.length; i++) {
      for (int d = 0; d < 3; d++) {
        packed[LONGS * i + d] = spheres.centre()[3 * which[i] + d];
      }
      packed[LONGS * i + 3] = spheres.square()[which[i]];
    }
    return packed;
  }

  private static Spheres unpack(long[] packed) {
    int count = packed.length / LONGS;
    int[] centre = new int[3 * count];
    long[] square = new long[count];
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < 3; d++) {
        centre[3 * i + d] = (int) packed[LONGS * i + d];
      }
      square[i] = packed[LONGS * i + 3];
    }
    return new Spheres(centre, square);
  }
}
