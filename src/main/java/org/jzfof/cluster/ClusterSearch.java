package org.jzfof.cluster;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.files.RowLookup;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.QueryRadii;
import org.jzfof.neighbours.search.RadiusSearch;
import org.jzfof.progress.StageClock;

/**
 * The stages from coordinates on the device to clusters (DBSCAN, Ester et al. 1996): the neighbours
 * of all particles are counted, particles with enough neighbours are linked as core points, and
 * each other particle joins the cluster of its nearest core point.
 */
public final class ClusterSearch {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final Communicator comm;

  public ClusterSearch(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.clock = clock;
    this.comm = arrays.comm();
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
   * @param cluster number of the cluster of each particle of this rank, or {@link
   *     ClusterNumbers#NONE}
   * @param core flags of the core points among these particles
   */
  record Result(long[] cluster, boolean[] core, Clusters clusters) {}

  /**
   * Finds the clusters; every rank calls it.
   *
   * @param sources particles, divided evenly among the ranks; their coordinates are closed
   * @param ids IDs of the particles, which decide between core points at the same distance
   */
  public Result find(NeighbourSearch.Sources sources, RowLookup ids, Parameters parameters) {
    try (Coordinates points = sources.coordinates();
        RadiusSearch search =
            clock.time(
                "index",
                () ->
                    new RadiusSearch(
                        backend,
                        NeighbourMethod.TREE,
                        arrays,
                        points,
                        null,
                        parameters.box,
                        ElementType.F64))) {
      int n = Math.toIntExact(points.count());
      QueryRadii eps = QueryRadii.same(parameters.eps);
      long[] counts = clock.time("count", () -> search.countPoints(eps.between(0, n)));
      boolean[] core = new boolean[n];
      for (int i = 0; i < n; i++) {
        core[i] = counts[i] >= parameters.minPoints;
      }
      long[] label = clock.time("link cores", () -> linkCores(points, core, parameters));
      BorderPoints border = new BorderPoints(backend, search, comm, core, label, ids);
      clock.run("attach border", () -> border.attach(points, counts, parameters));
      Clusters clusters =
          clock.time(
              "number",
              () -> ClusterNumbers.number(label, core, ids::local, sources.firstRow(), comm));
      return new Result(label, core, clusters);
    }
  }

  /** Labels of the core points, {@link ClusterNumbers#NONE} for other particles. */
  private long[] linkCores(Coordinates points, boolean[] core, Parameters parameters) {
    int[] rows = IntStream.range(0, core.length).filter(i -> core[i]).toArray();
    DistributedIndex.Context context =
        new DistributedIndex.Context(backend.knn(), backend.particles(), backend.memory(), arrays);
    CoreLinks links = new CoreLinks(backend.links(), backend.fof(), context);
    long[] label = new long[core.length];
    Arrays.fill(label, ClusterNumbers.NONE);
    try (Coordinates cores = select(backend, points, rows)) {
      long[] found = links.labels(cores, parameters.box, parameters.eps);
      for (int i = 0; i < rows.length; i++) {
        label[rows[i]] = found[i];
      }
    }
    return label;
  }

  /** Copies the points of the given rows. */
  static Coordinates select(Backend backend, Coordinates points, int[] rows) {
    try (DeviceArray selection = backend.memory().upload(rows)) {
      return new Coordinates(rows.length, backend.particles().gather(points.xyz(), 3, selection));
    }
  }
}
