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
 * The stages from coordinates on the device to clusters (DBSCAN, Ester et al. 1996): neighbours of
 * all particles are counted, those that have enough are linked, and the others go to the nearest of
 * these.
 */
public final class ClusterSearch {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final Communicator comm;

  /**
   * @param arrays the ranks, and the path between them
   * @param clock to record the stages
   */
  public ClusterSearch(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.clock = clock;
    this.comm = arrays.comm();
  }

  /**
   * What to look for.
   *
   * @param box that holds the particles
   * @param eps radius around each
   * @param minPoints particles within it, itself included, that make it a core point
   */
  public record Problem(Box box, double eps, int minPoints) {}

  /**
   * What was found.
   *
   * @param cluster number of the cluster of each particle of this rank, or {@link
   *     ClusterNumbers#NONE}
   * @param core whether each is a core point
   * @param clusters of all ranks
   */
  record Found(long[] cluster, boolean[] core, Clusters clusters) {}

  /**
   * Finds the clusters; every rank calls it.
   *
   * @param sources evenly shared out; coordinates are closed
   * @param ids of the particles, by which those at one distance are told apart
   */
  public Found find(NeighbourSearch.Sources sources, RowLookup ids, Problem problem) {
    try (Coordinates points = sources.coordinates();
        RadiusSearch answers =
            clock.time(
                "index",
                () ->
                    new RadiusSearch(
                        backend,
                        NeighbourMethod.TREE,
                        arrays,
                        points,
                        null,
                        problem.box,
                        ElementType.F64))) {
      int n = Math.toIntExact(points.count());
      QueryRadii eps = QueryRadii.same(problem.eps);
      long[] counts = clock.time("count", () -> answers.countOwn(eps.between(0, n)));
      boolean[] core = new boolean[n];
      for (int i = 0; i < n; i++) {
        core[i] = counts[i] >= problem.minPoints;
      }
      long[] label = clock.time("link cores", () -> linkCores(points, core, problem));
      BorderPoints border = new BorderPoints(backend, answers, comm, core, label, ids);
      clock.run("attach border", () -> border.attach(points, counts, problem));
      Clusters clusters =
          clock.time(
              "number",
              () -> ClusterNumbers.number(label, core, ids::own, sources.firstRow(), comm));
      return new Found(label, core, clusters);
    }
  }

  /** Labels of the core points; {@link ClusterNumbers#NONE} for the others. */
  private long[] linkCores(Coordinates points, boolean[] core, Problem problem) {
    int[] rows = IntStream.range(0, core.length).filter(i -> core[i]).toArray();
    DistributedIndex.Context context =
        new DistributedIndex.Context(backend.knn(), backend.particles(), backend.memory(), arrays);
    CoreLinks links = new CoreLinks(backend.links(), backend.fof(), context);
    long[] label = new long[core.length];
    Arrays.fill(label, ClusterNumbers.NONE);
    try (Coordinates cores = at(backend, points, rows)) {
      long[] found = links.labels(cores, problem.box, problem.eps);
      for (int i = 0; i < rows.length; i++) {
        label[rows[i]] = found[i];
      }
    }
    return label;
  }

  /** Some of the points. */
  static Coordinates at(Backend backend, Coordinates points, int[] rows) {
    try (DeviceArray which = backend.memory().upload(rows)) {
      return new Coordinates(rows.length, backend.particles().gather(points.xyz(), 3, which));
    }
  }
}
