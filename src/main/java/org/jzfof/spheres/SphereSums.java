package org.jzfof.spheres;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Particles;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.threads.Parallel;

/**
 * Sums over the points of all ranks inside spheres. The spheres travel to the ranks whose points
 * they may hold, and the sums come back: points stay where they are.
 */
public final class SphereSums {
  /** Stands for several ranks. */
  public static final int SEVERAL = -1;

  private final Communicator comm;
  private final SphereKernels kernels;
  private final DeviceMemory memory;
  private final LinkCriterion metric;
  private final List<Source> sources;
  private final RankExtents extents;
  private final int levels;

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
    this.extents = RankExtents.of(sources.stream().map(Source::points).toList(), memory, comm);
    double[] most = {
      sources.stream().mapToInt(source -> source.points().tree().levels().size()).max().orElse(0)
    };
    comm.max(most);
    this.levels = (int) most[0];
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

    /**
     * Upper bounds of {@link #within}; every rank calls it.
     *
     * @param opened levels of the trees to open
     */
    public long[] atMost(Spheres spheres, int opened) {
      return sums(
          spheres, (source, weights, some, m) -> kernels.atMost(source, weights, some, m, opened));
    }

    /**
     * {@link SphereKernels#lastMasses} of the spheres that hold points of one rank at most; every
     * rank calls it.
     *
     * @param outermost of this rank
     * @param lone as from {@link Weights#lone}
     * @return 0 for all other spheres
     */
    public long[] lastMasses(Spheres outermost, int[] lone, SphereKernels.Limits limits) {
      List<SphereKernels.Weighted> points = new ArrayList<>();
      for (int s = 0; s < before.length; s++) {
        points.add(new SphereKernels.Weighted(sources.get(s).points(), before[s]));
      }
      int width = limits.density().length;
      if (comm.size() == 1 && !points.isEmpty()) {
        return kernels.lastMasses(points, limits, outermost, metric);
      }
      int[][] asked = new int[comm.size()][];
      for (int r = 0; r < comm.size(); r++) {
        int rank = r;
        asked[r] = IntStream.range(0, lone.length).filter(c -> lone[c] == rank).toArray();
      }
      long[] masses = new long[width * outermost.count()];
      ask(
          outermost,
          new Nothing(),
          asked,
          width,
          (some, nothing) ->
              points.isEmpty()
                  ? new long[width * some.count()]
                  : kernels.lastMasses(points, limits, some, metric),
          (sphere, answer, at) -> System.arraycopy(answer, at, masses, width * sphere, width));
      return masses;
    }

    private long[] sums(Spheres spheres, Operation operation) {
      if (comm.size() == 1) {
        return here(spheres, operation);
      }
      int[][] asked = new int[comm.size()][];
      for (int r = 0; r < comm.size(); r++) {
        asked[r] = concerned(r, spheres);
      }
      long[] all = new long[spheres.count()];
      ask(
          spheres,
          new Nothing(),
          asked,
          1,
          (some, nothing) -> here(some, operation),
          (sphere, answer, at) -> all[sphere] += answer[at]);
      return all;
    }

    /** See {@link SphereSums#lone}. */
    int[] lone(Spheres spheres) {
      return SphereSums.this.lone(spheres);
    }

    /** Most levels of the trees of any rank. */
    int levels() {
      return levels;
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

  /** The largest component of a velocity of the points of all ranks, which all call it. */
  public double largestSpeed() {
    double[] largest = {
      sources.stream().mapToDouble(s -> s.particles().magnitudes().largestSpeed()).max().orElse(0)
    };
    comm.max(largest);
    return largest[0];
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
    boolean all = weight.types() == Weight.ALL_TYPES;
    boolean only = particles.types() == null && weight.counts(particles.onlyType());
    double same = particles.types() == null ? particles.massOfType()[particles.onlyType()] : 0;
    boolean ones = weight.perMass() == Weight.NUMBER || Math.rint(same * weight.perMass()) == 1;
    return ones && (all || only)
        ? SphereKernels.NUMBER_OF_POINTS
        : kernels.weightsBefore(source.points().points(), particles, weight);
  }

  /** Takes what another rank has found about a sphere, from a place in an array on. */
  @FunctionalInterface
  private interface Taker {
    void take(int sphere, long[] answer, int at);
  }

  /** Sums over points of this rank inside spheres, about which more is known. */
  @FunctionalInterface
  public interface RowSums<T> {
    /**
     * @param source of the points
     * @param about the spheres
     * @return rows of sums
     */
    long[] of(Source source, Spheres spheres, T about);
  }

  /**
   * Sums over the points of all ranks inside spheres; every rank calls it.
   *
   * @param spheres of this rank
   * @param about them
   * @param width longs of the sums of a sphere
   */
  public <T extends SphereAttributes<T>> long[] sums(
      Spheres spheres, T about, int width, RowSums<T> kernel) {
    long[] all = new long[width * spheres.count()];
    if (comm.size() == 1) {
      return here(spheres, about, width, kernel);
    }
    int[][] asked = new int[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      asked[r] = concerned(r, spheres);
    }
    ask(
        spheres,
        about,
        asked,
        width,
        (some, aboutSome) -> here(some, aboutSome, width, kernel),
        (sphere, answer, at) -> {
          for (int c = 0; c < width; c++) {
            all[width * sphere + c] += answer[at + c];
          }
        });
    return all;
  }

  private <T> long[] here(Spheres spheres, T about, int width, RowSums<T> kernel) {
    long[] sums = new long[width * spheres.count()];
    for (Source source : sources) {
      long[] some = kernel.of(source, spheres, about);
      Parallel.forEach(sums.length, Parallel.GRAIN, i -> sums[i] += some[i]);
    }
    return sums;
  }

  /**
   * Asks ranks about spheres; every rank calls it.
   *
   * @param asked spheres that each rank is asked about [size]
   * @param width longs of an answer
   * @param here answers of this rank
   */
  private <T extends SphereAttributes<T>> void ask(
      Spheres spheres,
      T about,
      int[][] asked,
      int width,
      BiFunction<Spheres, T, long[]> here,
      Taker taker) {
    RowTransfer questions = RowTransfer.inOrder(comm, RankRows.of(asked));
    int count = questions.arriving().count();
    Spheres come = Spheres.allocate(count);
    T aboutThem = about.like(count);
    questions.move(spheres.columns(about.columns()), come.columns(aboutThem.columns()));
    long[] answers = here.apply(come, aboutThem);
    int[] sphere = questions.leaving().row();
    RowTransfer back =
        new RowTransfer(comm, questions.arriving(), RankRows.inOrder(questions.leaving().start()));
    long[] found = back.moved(answers, width);
    for (int i = 0; i < sphere.length; i++) {
      taker.take(sphere[i], found, width * i);
    }
  }

  /**
   * The only rank whose points each sphere may hold, rank 0 where there is none; {@link #SEVERAL}
   * for spheres that concern more of them.
   */
  private int[] lone(Spheres spheres) {
    int[] rank = new int[spheres.count()];
    for (int s = 0; comm.size() > 1 && s < rank.length; s++) {
      int found = 0;
      for (int r = 0; r < comm.size() && found < 2; r++) {
        if (extents.meets(r, spheres, s, metric)) {
          rank[s] = r;
          found++;
        }
      }
      rank[s] = found > 1 ? SEVERAL : rank[s];
    }
    return rank;
  }

  private int[] concerned(int rank, Spheres spheres) {
    int[] some = new int[spheres.count()];
    int count = 0;
    for (int s = 0; s < some.length; s++) {
      if (extents.meets(rank, spheres, s, metric)) {
        some[count++] = s;
      }
    }
    return Arrays.copyOf(some, count);
  }

  /** Where nothing more is known about spheres. */
  private record Nothing() implements SphereAttributes<Nothing> {
    @Override
    public TypedColumns columns() {
      return new TypedColumns();
    }

    @Override
    public Nothing like(int spheres) {
      return this;
    }
  }
}
