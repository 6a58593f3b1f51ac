package org.jzfof.arrays;

import java.util.EnumSet;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.ListContent;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.neighbours.search.ListSearch;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.neighbours.search.NeighbourMemory;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.QueryRadii;
import org.jzfof.neighbours.search.QuerySupply;
import org.jzfof.neighbours.search.RadiusSink;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.neighbours.search.SphSums;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.snapshot.positions.RawColumn;
import org.jzfof.threads.Parallel;

/** Nearest neighbours, and all neighbours within radii, of positions among positions. */
public final class ArrayNeighbours {
  /** Bytes on the heap of a neighbour that leaves the device: row and distance. */
  private static final long PAIR_BYTES = 2L * Long.BYTES;

  /** Neighbours that are fetched at once at most. */
  private static final long MOST_PAIRS = 1L << 27;

  private static final EnumSet<NeighbourValue> VALUES =
      EnumSet.of(NeighbourValue.INDEX, NeighbourValue.DISTANCE);

  private final SearchRun run;
  private final Communicator comm;
  private final Backend backend;

  public ArrayNeighbours(SearchRun run) {
    this.run = run;
    this.comm = run.comm();
    this.backend = run.backend();
  }

  /**
   * What is searched, and how.
   *
   * @param queries positions whose neighbours are sought, or null for the points themselves
   * @param excludeSelf whether points are excluded from their own neighbours
   */
  public record Task(
      PositionSource points,
      PositionSource queries,
      ArrayBox box,
      boolean excludeSelf,
      SearchMethod method) {
    /** Number of queries. */
    public long rows() {
      return (queries == null ? points : queries).rows();
    }

    private ElementType real() {
      return points.isDouble() ? ElementType.F64 : ElementType.F32;
    }
  }

  /**
   * Files for neighbours, row after row.
   *
   * @param rows I64 rows of the neighbours among the points, -1 for none
   * @param distances distances of the type of the points, infinite for none
   */
  public record Files(RawFile rows, RawFile distances) {}

  /** Finds the k nearest neighbours of every query; every rank calls it. */
  public void nearest(Task task, int k, Files files) {
    Box box = box(task);
    int searched = k + (task.excludeSelf ? 1 : 0);
    int block = blockRows(task, searched);
    NeighbourSearch.Parameters parameters =
        new NeighbourSearch.Parameters(box, k, task.excludeSelf, false, block, task.real());
    new MemoryCheck(backend)
        .requireForNeighbours(
            points(task), deviceBytes(task, block, searched), PAIR_BYTES * block * searched);
    if (task.rows() > 0) {
      run.warn(parameters.shortage(task.points.rows()).stream().toList());
    }
    PositionLoader loader = run.loader(task.points, box);
    NeighbourSearch.Sources sources = run.readSources("read", task.points, loader);
    RowShape shape = new RowShape.Nearest(k, VALUES);
    try (SphSums sums = SphSums.none(backend, comm, shape)) {
      new NeighbourSearch(backend, task.method, run.arrays(), run.clock())
          .run(
              sources,
              queries(task, loader),
              parameters,
              1,
              sums,
              found -> write(found, task, files));
    }
  }

  /**
   * Number of queries of a block, the same on all ranks, which call it together: all of a rank
   * where they fit, for nothing is written meanwhile, and the points in the order of the index are
   * searched faster than blocks of them.
   */
  private int blockRows(Task task, int searched) {
    long all = new EvenShares(task.rows(), comm.size()).count(0);
    long bytes = deviceBytes(task, all, searched) + PAIR_BYTES * all * searched;
    boolean fit = all * searched <= MOST_PAIRS && 2 * bytes <= backend.memoryLimit();
    double[] fitsOnAll = {fit ? 1 : 0};
    comm.min(fitsOnAll);
    return fitsOnAll[0] > 0
        ? Math.max(1, (int) all)
        : BlockSize.ofNearest(task.rows(), searched, comm, 1).rows();
  }

  /** Largest number of points of a rank. */
  private long points(Task task) {
    return new EvenShares(task.points.rows(), comm.size()).count(0);
  }

  private long deviceBytes(Task task, long queries, int searched) {
    return memory(task).of(points(task), queries, searched, task.real(), false);
  }

  /**
   * Finds all neighbours within a radius of every query; every rank calls it.
   *
   * @param radius radius of all queries, unless each has its own
   * @param radii radius of each query, or null
   * @param offsets file for the first neighbour of each query, and the number of all neighbours
   *     [queries + 1], I64
   * @return number of neighbours of all queries
   */
  public long within(
      Task task, RadiusChoice.Fixed radius, RawColumn radii, RawFile offsets, Files files) {
    Box box = box(task);
    EvenShares points = new EvenShares(task.points.rows(), comm.size());
    EvenShares queries = new EvenShares(task.rows(), comm.size());
    BlockSize blocks = BlockSize.ofLists(comm, 1, true);
    new MemoryCheck(backend)
        .requireForNeighbours(
            points.count(0),
            memory(task).points(points.count(0)),
            2L * Long.BYTES * queries.count(0) + blocks.bytes());
    PositionLoader loader = run.loader(task.points, box);
    ListSearch.Parameters parameters =
        new ListSearch.Parameters(task.method, box, false, false, task.excludeSelf, task.real());
    RowShape.Within shape =
        new RowShape.Within(radius, false, new ListContent(VALUES, KernelChoice.CUBIC));
    try (NeighbourSearch.Sources sources = run.readSources("read", task.points, loader);
        ListSearch search =
            new ListSearch(
                backend,
                run.arrays(),
                run.clock(),
                sources,
                new ListSearch.Queries(
                    queries(task, loader), queryRadii(radius, radii, queries), null),
                parameters,
                blocks);
        SphSums sums = SphSums.none(backend, comm, shape)) {
      long[] counts = search.count();
      long localPairs = Parallel.sum(counts, 0, counts.length);
      long firstPair = comm.exclusiveScan(localPairs);
      long[] starts = ArrayParts.offsets(counts);
      Parallel.forEach(starts.length, Parallel.GRAIN, i -> starts[i] += firstPair);
      offsets.write(search.firstRow(), starts);
      search.find(counts, firstPair, shape, sums, found -> write(found, task, files));
      long[] pairs = {localPairs};
      comm.sum(pairs);
      return pairs[0];
    }
  }

  private Box box(Task task) {
    Box box = run.clock().time("find box", () -> task.box.of(comm, task.points));
    NeighbourInput.requireUsable(box);
    return box;
  }

  private NeighbourMemory memory(Task task) {
    return new NeighbourMemory(backend, task.method, task.real(), comm.size() > 1);
  }

  private QuerySupply queries(Task task, PositionLoader loader) {
    return task.queries == null ? null : run.queries(task.queries, loader);
  }

  private QueryRadii queryRadii(RadiusChoice.Fixed radius, RawColumn radii, EvenShares shares) {
    if (radii == null) {
      return QueryRadii.same(radius.radius());
    }
    long first = shares.start(comm.rank());
    double[] local = new double[Math.toIntExact(shares.count(comm.rank()))];
    radii.read(first, local.length, new RadiusSink(local));
    QueryRadii.requireLengths(local, i -> radii.describeRow(first + i));
    return QueryRadii.of(local);
  }

  private void write(NeighbourBlock found, Task task, Files files) {
    run.clock()
        .run(
            "write",
            () -> {
              files.rows.write(found.firstPair(), found.row(), ElementType.I64);
              files.distances.write(found.firstPair(), found.distance(), task.real());
            });
    run.advance(
        found.lengths().rows(), new EvenShares(task.rows(), comm.size()).count(comm.rank()));
    Cleanup.close(found.row(), found.distance(), found.lengths().counted());
  }
}
