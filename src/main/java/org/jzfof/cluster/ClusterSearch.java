package org.jzfof.cluster;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.EdgeResolver;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.LabelTable;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.progress.StageClock;
import org.jzfof.threads.Parallel;

/**
 * The stages from coordinates on the device to clusters (DBSCAN, Ester et al. 1996): the neighbours
 * of all particles are counted, particles with enough neighbours are linked as core points, and
 * each other particle joins the cluster of its nearest core point. All links, those of border
 * points included, are unions in one forest of pointers between the particles of a rank and their
 * ghosts. A ghost in a group of this rank is an edge between two ranks, and all edges are resolved
 * at once.
 */
public final class ClusterSearch {
  /** Number of particles that are attached together. */
  private static final int BLOCK = 1 << 24;

  private final Backend backend;
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final Communicator comm;
  private final DeviceMemory memory;
  private final ClusterKernels kernels;
  private final DistributedIndex.Context context;

  public ClusterSearch(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.clock = clock;
    this.comm = arrays.comm();
    this.memory = backend.memory();
    this.kernels = backend.clusters();
    this.context = new DistributedIndex.Context(backend.knn(), backend.particles(), memory, arrays);
  }

  /**
   * Parameters of a search.
   *
   * @param eps radius around each particle
   * @param minPoints number of particles within this radius, itself included, that makes a particle
   *     a core point
   */
  public record Parameters(Box box, double eps, int minPoints) {}

  /**
   * Result of a search.
   *
   * @param members I32, for each particle of this rank, twice the number of its cluster, plus 1 for
   *     a core point, or {@link ClusterKernels#NONE} without a cluster
   */
  public record Result(DeviceArray members, Clusters clusters) implements AutoCloseable {
    @Override
    public void close() {
      members.close();
    }
  }

  /**
   * Finds the clusters; every rank calls it.
   *
   * @param sources particles, divided evenly among the ranks; closed
   * @param ids I64 IDs of these particles, which decide between core points at the same distance;
   *     closed
   */
  public Result find(NeighbourSearch.Sources sources, DeviceArray ids, Parameters parameters) {
    try (sources;
        ids;
        ClusterPoints points =
            clock.time("index", () -> new ClusterPoints(context, sources, ids, parameters));
        DeviceArray counts = counts(points, parameters);
        DeviceArray pointers = groups(points, counts, parameters)) {
      return clock.time("number", () -> number(points, counts, pointers, parameters.minPoints));
    }
  }

  /** Number of particles within eps of each particle and ghost (I64). */
  private DeviceArray counts(ClusterPoints points, Parameters parameters) {
    try (Scope made = new Scope();
        NeighbourIndex index =
            clock.time(
                "index", () -> backend.radius().index(points.coordinates(), parameters.box))) {
      return clock.time(
          "count",
          () -> {
            DeviceArray counts;
            try (DeviceArray radius = memory.uploadSame(parameters.eps, index.count())) {
              counts = made.add(backend.radius().count(index, new BallQueries(null, radius, null)));
            }
            points.completeCounts(counts);
            return made.keep(counts);
          });
    }
  }

  /** Pointers between the members of each cluster, ghosts included (I32). */
  private DeviceArray groups(ClusterPoints points, DeviceArray counts, Parameters parameters) {
    try (Scope made = new Scope();
        Cores cores = clock.time("link cores", () -> cores(points, counts, parameters))) {
      DeviceArray pointers =
          made.add(memory.range(ElementType.I32, 0, points.coordinates().count()));
      clock.run("link cores", () -> link(cores, parameters.eps, pointers));
      clock.run("attach border", () -> attach(points, counts, cores, parameters, pointers));
      return made.keep(pointers);
    }
  }

  /**
   * Core points among particles and ghosts, by their IDs.
   *
   * @param rows I32 particle or ghost of each core point
   */
  private record Cores(DeviceArray rows, Coordinates coordinates, NeighbourIndex index)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(index, coordinates, rows);
    }
  }

  private Cores cores(ClusterPoints points, DeviceArray counts, Parameters parameters) {
    try (Scope made = new Scope();
        DeviceArray selected =
            kernels.select(counts, counts.length(), parameters.minPoints, Long.MAX_VALUE)) {
      DeviceArray rows = made.add(points.sortById(selected, kernels));
      Coordinates coordinates = made.add(select(points, rows));
      NeighbourIndex index = made.add(context.kernels().index(coordinates, parameters.box));
      return made.keep(new Cores(rows, coordinates, index));
    }
  }

  private Coordinates select(ClusterPoints points, DeviceArray selection) {
    DeviceArray xyz = backend.particles().gather(points.coordinates().xyz(), 3, selection);
    return new Coordinates(selection.length(), xyz);
  }

  private void link(Cores cores, double eps, DeviceArray pointers) {
    try (DeviceArray links = backend.links().link(cores.index, eps);
        DeviceArray alongCurve = backend.particles().gather(cores.rows, 1, cores.index.order())) {
      kernels.unite(pointers, alongCurve, links, alongCurve);
    }
  }

  /**
   * Unites each particle that is no core point with its nearest core point within eps. An index
   * decides between points at the same distance by their rows: the core point with the smallest ID
   * is the nearest one, for they are sorted by ID.
   */
  private void attach(
      ClusterPoints points,
      DeviceArray counts,
      Cores cores,
      Parameters parameters,
      DeviceArray pointers) {
    if (cores.rows.length() == 0) {
      return;
    }
    try (DeviceArray others = kernels.select(counts, points.count(), 2, parameters.minPoints)) {
      for (long from = 0; from < others.length(); from += BLOCK) {
        long count = Math.min(BLOCK, others.length() - from);
        try (DeviceArray block = memory.slice(others, from, count);
            Coordinates queries = select(points, block);
            DeviceArray radius = memory.uploadSame(parameters.eps, count);
            Neighbours nearest =
                context.kernels().search(cores.index, queries, radius, 1, ElementType.F64)) {
          kernels.unite(pointers, block, nearest.row(), cores.rows);
        }
      }
    }
  }

  private Result number(
      ClusterPoints points, DeviceArray counts, DeviceArray pointers, int minPoints) {
    backend.fof().contract(pointers);
    try (Scope made = new Scope()) {
      ClusterKernels.Labels labels =
          made.add(kernels.labels(pointers, counts, points.count(), minPoints));
      int[] roots = memory.toInts(labels.roots());
      ClusterTable local;
      try (ClusterKernels.Sums sums = kernels.sums(labels, counts, minPoints, points.ids())) {
        local =
            new ClusterTable(
                globalLabels(points, pointers, roots),
                memory.toLongs(sums.size()),
                memory.toLongs(sums.cores()),
                memory.toLongs(sums.firstId()),
                points.rows(labels.roots()));
      }
      ClusterNumbers numbers = ClusterNumbers.of(local, roots, kernels, memory, comm);
      try (DeviceArray number = memory.upload(numbers.number())) {
        kernels.number(labels.label(), number, counts, minPoints);
      }
      DeviceArray members = points.sendHome(labels.label(), kernels);
      labels.roots().close();
      return made.keep(new Result(members, numbers.clusters()));
    }
  }

  /** Labels of the clusters with given roots, which are the same on all ranks; all call it. */
  private long[] globalLabels(ClusterPoints points, DeviceArray pointers, int[] roots) {
    EdgeResolver resolver = new EdgeResolver(comm, requested -> rootsOf(requested, pointers));
    LabelTable outer = resolver.resolve(points.edges(pointers)).labels();
    long[] labels = new long[roots.length];
    Parallel.forEach(
        roots.length,
        Parallel.GRAIN,
        i -> {
          long label = outer.get(roots[i]);
          labels[i] = label == LabelTable.NONE ? GlobalIndex.of(comm.rank(), roots[i]) : label;
        });
    return labels;
  }

  private long[] rootsOf(long[] points, DeviceArray pointers) {
    int[] rows = new int[points.length];
    Parallel.forEach(rows.length, Parallel.GRAIN, i -> rows[i] = (int) points[i]);
    int[] root = memory.pick(pointers, 1, rows);
    long[] roots = new long[root.length];
    Parallel.forEach(root.length, Parallel.GRAIN, i -> roots[i] = root[i]);
    return roots;
  }
}
