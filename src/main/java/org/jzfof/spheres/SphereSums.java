package org.jzfof.spheres;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
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
 * Sums over the points of all ranks inside spheres. The ranks send spheres to the ranks whose
 * points they may enclose, and receive the sums; points are never sent.
 */
public final class SphereSums {
  /** Stands for several ranks in a list of ranks. */
  public static final int SEVERAL = -1;

  /** Minimum number of spheres per thread. */
  private static final int GRAIN = 1 << 8;

  private final Communicator comm;
  private final SphereKernels kernels;
  private final DeviceMemory memory;
  private final LinkCriterion metric;
  private final List<Source> sources;
  private final RankExtents extents;
  private final int levels;

  /** Points with their properties. */
  public record Source(SphereSource points, Particles particles) {}

  /**
   * Every rank creates one.
   *
   * @param sources points of this rank; may be empty
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
    double[] maxLevels = {
      sources.stream().mapToInt(source -> source.points().tree().levels().size()).max().orElse(0)
    };
    comm.max(maxLevels);
    this.levels = (int) maxLevels[0];
  }

  /** A sum of the kernels. */
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
     * Returns the sums inside spheres over the points of all ranks. Every rank calls this method.
     */
    public long[] within(Spheres spheres) {
      return sums(spheres, kernels::within);
    }

    /**
     * Returns upper bounds of {@link #within}. Every rank calls this method.
     *
     * @param opened number of levels of the trees to open
     */
    public long[] upperBounds(Spheres spheres, int opened) {
      return sums(
          spheres,
          (source, weights, batch, m) -> kernels.upperBounds(source, weights, batch, m, opened));
    }

    /**
     * Returns {@link SphereKernels#lastMasses} of the spheres that enclose points of at most one
     * rank. Every rank calls this method.
     *
     * @param soleRank ranks from {@link Weights#soleRanks}
     * @return 0 for all other spheres
     */
    public long[] lastMasses(Spheres outermost, int[] soleRank, SphereKernels.Limits limits) {
      List<SphereKernels.Weighted> points = new ArrayList<>();
      for (int s = 0; s < before.length; s++) {
        points.add(new SphereKernels.Weighted(sources.get(s).points(), before[s]));
      }
      int width = limits.density().length;
      return onSoleRanks(
          outermost,
          new NoAttributes(),
          soleRank,
          width,
          (all, batch, none) -> kernels.lastMasses(points, limits, batch, metric));
    }

    private long[] sums(Spheres spheres, Operation operation) {
      if (comm.size() == 1) {
        return sumsOfThisRank(spheres, operation);
      }
      long[] all = new long[spheres.count()];
      query(
          spheres,
          new NoAttributes(),
          spheresMeeting(spheres),
          1,
          (batch, none) -> sumsOfThisRank(batch, operation),
          (sphere, answer, at) -> all[sphere] += answer[at]);
      return all;
    }

    /** As {@link SphereSums#soleRanks}. */
    int[] soleRanks(Spheres spheres) {
      return SphereSums.this.soleRanks(spheres);
    }

    /** Returns the maximum number of tree levels of any rank. */
    int levels() {
      return levels;
    }

    /** Returns the sum over all points of all ranks. Every rank calls this method. */
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

    private long[] sumsOfThisRank(Spheres spheres, Operation operation) {
      long[] sums = null;
      for (int s = 0; s < sources.size(); s++) {
        sums = add(sums, operation.of(sources.get(s).points(), before[s], spheres, metric));
      }
      return sums == null ? new long[spheres.count()] : sums;
    }

    @Override
    public void close() {
      Cleanup.close(before);
    }
  }

  /**
   * Returns the largest component of a velocity of the points of all ranks. Every rank calls this
   * method.
   */
  public double largestSpeed() {
    double[] largest = {
      sources.stream().mapToDouble(s -> s.particles().magnitudes().largestSpeed()).max().orElse(0)
    };
    comm.max(largest);
    return largest[0];
  }

  /** Computes the prefix sums of the weights of the points of this rank. */
  public Weights weights(Weight weight) {
    try (Scope results = new Scope()) {
      DeviceArray[] before = new DeviceArray[sources.size()];
      for (int s = 0; s < before.length; s++) {
        before[s] = results.add(before(sources.get(s), weight));
      }
      return results.keep(new Weights(before));
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
        : kernels.weightPrefixSums(source.points().points(), particles, weight);
  }

  /**
   * Receives the answer of another rank about a sphere, which begins at index {@code at}. Several
   * threads call it at once, but not for the same sphere.
   */
  @FunctionalInterface
  private interface AnswerConsumer {
    void accept(int sphere, long[] answer, int at);
  }

  /** Sums over points of this rank inside spheres with attributes. */
  @FunctionalInterface
  public interface RowSums<T> {
    /**
     * @return rows of sums
     */
    long[] of(Source source, Spheres spheres, T about);
  }

  /**
   * Returns sums over the points of all ranks inside spheres. Every rank calls this method.
   *
   * @param width number of longs per sphere
   */
  public <T extends SphereAttributes<T>> long[] sums(
      Spheres spheres, T about, int width, RowSums<T> kernel) {
    long[] all = new long[width * spheres.count()];
    if (comm.size() == 1) {
      return sumsOfThisRank(spheres, about, width, kernel);
    }
    query(
        spheres,
        about,
        spheresMeeting(spheres),
        width,
        (batch, attributes) -> sumsOfThisRank(batch, attributes, width, kernel),
        (sphere, answer, at) -> {
          for (int c = 0; c < width; c++) {
            all[width * sphere + c] += answer[at + c];
          }
        });
    return all;
  }

  /** Results from the points of this rank about spheres with attributes. */
  @FunctionalInterface
  public interface SphereRows<T> {
    /**
     * @param sources at least one
     * @return rows of numbers
     */
    long[] of(List<Source> sources, Spheres spheres, T about);
  }

  /**
   * Returns results about the spheres that enclose points of at most one rank, from the rank that
   * has them. Every rank calls this method.
   *
   * @param soleRank ranks from {@link #soleRanks}
   * @param width number of longs per sphere
   * @return rows, which are 0 for all other spheres
   */
  public <T extends SphereAttributes<T>> long[] onSoleRanks(
      Spheres spheres, T about, int[] soleRank, int width, SphereRows<T> kernel) {
    BiFunction<Spheres, T, long[]> answer =
        (batch, attributes) ->
            sources.isEmpty()
                ? new long[width * batch.count()]
                : kernel.of(sources, batch, attributes);
    if (comm.size() == 1) {
      return answer.apply(spheres, about);
    }
    long[] rows = new long[width * spheres.count()];
    query(
        spheres,
        about,
        RankRows.byRank(soleRank, comm.size()),
        width,
        answer,
        (sphere, found, at) -> System.arraycopy(found, at, rows, width * sphere, width));
    return rows;
  }

  private <T> long[] sumsOfThisRank(Spheres spheres, T about, int width, RowSums<T> kernel) {
    long[] sums = null;
    for (Source source : sources) {
      sums = add(sums, kernel.of(source, spheres, about));
    }
    return sums == null ? new long[width * spheres.count()] : sums;
  }

  /**
   * Adds the sums of a source to those of others.
   *
   * @param sums null without others
   */
  private static long[] add(long[] sums, long[] part) {
    if (sums == null) {
      return part;
    }
    Parallel.forEach(sums.length, Parallel.GRAIN, i -> sums[i] += part[i]);
    return sums;
  }

  /**
   * Sends queries about spheres to ranks and passes on their answers. Every rank calls this method.
   *
   * @param requests spheres to send to each rank
   * @param width number of longs per answer
   * @param answer computes the answers of this rank
   */
  private <T extends SphereAttributes<T>> void query(
      Spheres spheres,
      T about,
      RankRows requests,
      int width,
      BiFunction<Spheres, T, long[]> answer,
      AnswerConsumer consumer) {
    RowTransfer transfer = RowTransfer.inOrder(comm, requests);
    int count = transfer.arriving().count();
    Spheres received = Spheres.allocate(count);
    T receivedAttributes = about.like(count);
    transfer.move(spheres.columns(about.columns()), received.columns(receivedAttributes.columns()));
    long[] answers = answer.apply(received, receivedAttributes);
    RankRows sent = transfer.leaving();
    RowTransfer back = new RowTransfer(comm, transfer.arriving(), RankRows.inOrder(sent.start()));
    long[] returned = back.moved(answers, width);
    for (int r = 0; r < comm.size(); r++) { // each asks a rank once about a sphere
      int first = (int) sent.start()[r];
      Parallel.forEach(
          (int) sent.count(r),
          GRAIN,
          i -> consumer.accept(sent.row()[first + i], returned, width * (first + i)));
    }
  }

  /**
   * Returns the only rank whose points each sphere may enclose, rank 0 if no rank has any, or
   * {@link #SEVERAL}.
   */
  public int[] soleRanks(Spheres spheres) {
    int[] rank = new int[spheres.count()];
    if (comm.size() > 1) {
      Parallel.forEach(rank.length, GRAIN, s -> rank[s] = soleRank(spheres, s));
    }
    return rank;
  }

  /** Returns the spheres of which several ranks may have points. */
  public static int[] onSeveralRanks(int... soleRank) {
    return Parallel.indices(soleRank.length, Parallel.STREAM_GRAIN)
        .filter(s -> soleRank[s] == SEVERAL)
        .toArray();
  }

  private int soleRank(Spheres spheres, int sphere) {
    int rank = 0;
    int count = 0;
    for (int r = 0; r < comm.size() && count < 2; r++) {
      if (extents.meets(r, spheres, sphere, metric)) {
        rank = r;
        count++;
      }
    }
    return count > 1 ? SEVERAL : rank;
  }

  private RankRows spheresMeeting(Spheres spheres) {
    int[][] rows = new int[comm.size()][];
    Arrays.setAll(
        rows,
        rank ->
            Parallel.indices(spheres.count(), GRAIN)
                .filter(s -> extents.meets(rank, spheres, s, metric))
                .toArray());
    return RankRows.of(rows);
  }

  /** Stands for spheres without attributes. */
  private record NoAttributes() implements SphereAttributes<NoAttributes> {
    @Override
    public TypedColumns columns() {
      return new TypedColumns();
    }

    @Override
    public NoAttributes like(int spheres) {
      return this;
    }
  }
}
