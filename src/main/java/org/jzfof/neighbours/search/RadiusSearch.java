package org.jzfof.neighbours.search;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.DistributedPoints;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;

/**
 * An index of points that finds all points within given radii. A single rank answers all queries,
 * with I32 rows. With several ranks, rows are I64 and a query is sent to every rank whose domain
 * its search radius meets. Each of these ranks searches among the points of its domain, and the
 * rank of the query joins their lists. Every rank takes part in every call, except calls about the
 * order of queries.
 */
public final class RadiusSearch implements AutoCloseable {
  /** Number of queries that are sent together. */
  private static final int BLOCK = 1 << 20;

  private final RadiusKernels kernels;
  private final Backend backend;
  private final DeviceMemory memory;
  private final ArrayExchange arrays;
  private final HostMemory host = new HostMemory();
  private final ElementType distance;
  private final Coordinates read;
  private final DistributedPoints
      shared; // null on a single rank, which keeps the points in the order in which they were read
  private final Coordinates points;
  private final NeighbourIndex index;
  private final DeviceArray radii;
  private final PointRadii pointRadii;
  private final double largestPointRadius;

  /**
   * Indexes points; every rank calls it.
   *
   * @param read points that this rank has read; kept open by the caller
   * @param radiusOfPoints radius of each of these points, or null if points have no radii
   * @param distance smallest precision of distances, F32 or F64
   */
  public RadiusSearch(
      Backend backend,
      SearchMethod method,
      ArrayExchange arrays,
      Coordinates read,
      double[] radiusOfPoints,
      Box box,
      ElementType distance) {
    this.kernels = backend.methods().radius(method);
    this.backend = backend;
    this.memory = backend.memory();
    this.arrays = arrays;
    this.read = read;
    final boolean singleRank = arrays.comm().size() == 1;
    this.distance = singleRank ? distance : ElementType.F64;
    double[] maximum = {radiusOfPoints == null ? 0 : Arrays.stream(radiusOfPoints).max().orElse(0)};
    arrays.comm().max(maximum);
    this.largestPointRadius = maximum[0];
    try (Scope made = new Scope()) {
      this.shared = singleRank ? null : made.add(distribute(radiusOfPoints, box));
      this.points = singleRank ? read : shared.points();
      this.index = made.add(kernels.index(points, box));
      if (singleRank) {
        this.radii = radiusOfPoints == null ? null : made.add(memory.upload(radiusOfPoints));
      } else {
        this.radii = shared.values();
      }
      this.pointRadii = made.keep(radii == null ? null : kernels.radii(index, radii));
    }
  }

  private DistributedPoints distribute(double[] radiusOfPoints, Box box) {
    DistributedIndex.Context context =
        new DistributedIndex.Context(backend.knn(), backend.particles(), memory, arrays);
    try (DeviceArray uploaded = radiusOfPoints == null ? null : memory.upload(radiusOfPoints)) {
      return new DistributedPoints(context, read, box, uploaded);
    }
  }

  /** Counts the neighbours of all points that this rank has read, in their order. */
  public long[] countPoints(double[] radius) {
    if (shared == null) {
      return countLocal(null, radius);
    }
    long[] counts = new long[radius.length];
    SharedBlocks.forEach(
        arrays.comm(),
        radius.length,
        BLOCK,
        (from, count) -> {
          Coordinates block = new Coordinates(count, memory.slice(read.xyz(), 3 * from, 3 * count));
          long[] found = count(block, Arrays.copyOfRange(radius, (int) from, (int) (from + count)));
          System.arraycopy(found, 0, counts, (int) from, found.length);
        });
    return counts;
  }

  /**
   * Counts the neighbours of positions.
   *
   * @param queries positions; closed
   */
  public long[] count(Coordinates queries, double[] radius) {
    try (queries) {
      if (shared == null) {
        return countLocal(queries, radius);
      }
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      long[] counts = new long[radius.length];
      try (ReceivedQueries received = exchange(queries, radius, near);
          DeviceArray found =
              received.redistribution.answer(kernels.count(index, balls(received)), 1)) {
        long[] parts = memory.toLongs(found);
        for (int i = 0; i < query.length; i++) {
          counts[query[i]] += parts[i];
        }
      }
      return counts;
    }
  }

  private long[] countLocal(Coordinates queries, double[] radius) {
    try (DeviceArray within = memory.upload(radius)) {
      return countOnDevice(queries, within);
    }
  }

  /**
   * Counts the neighbours of positions on a single rank.
   *
   * @param queries positions, or null for the points themselves; kept open by the caller
   * @param radius F64 radii; kept open by the caller
   */
  long[] countOnDevice(Coordinates queries, DeviceArray radius) {
    try (DeviceArray counts = kernels.count(index, new BallQueries(queries, radius, pointRadii))) {
      return memory.toLongs(counts);
    }
  }

  /**
   * Queries that other ranks have sent to this rank, with their radii.
   *
   * @param redistribution carries results back to the ranks of the queries
   */
  private record ReceivedQueries(
      Redistribution redistribution, Coordinates centres, DeviceArray radius)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(centres, radius, redistribution);
    }
  }

  private Partition near(Coordinates queries, double[] radius) {
    double[] far = radius.clone();
    if (pointRadii != null) {
      Arrays.setAll(far, i -> Math.max(radius[i], largestPointRadius));
    }
    try (DeviceArray searchRadius = memory.upload(far)) {
      return shared.near(queries, searchRadius, -1);
    }
  }

  /**
   * Sends queries to the ranks that may have their neighbours, and receives those of other ranks.
   *
   * @param near ranks of the queries; closed with the result
   */
  private ReceivedQueries exchange(Coordinates queries, double[] radius, Partition near) {
    try (Scope made = new Scope()) {
      Redistribution redistribution = made.add(shared.redistribution(near));
      DeviceArray xyz = made.add(redistribution.sendCopy(queries.xyz(), 3));
      try (DeviceArray within = memory.upload(radius)) {
        DeviceArray receivedRadius = redistribution.sendCopy(within, 1);
        return made.keep(
            new ReceivedQueries(
                redistribution, new Coordinates(redistribution.count(), xyz), receivedRadius));
      }
    }
  }

  private BallQueries balls(ReceivedQueries received) {
    return new BallQueries(received.centres, received.radius, pointRadii);
  }

  /** Number of points that this rank answers in the order of a space-filling curve. */
  public long orderedCount() {
    return index.count();
  }

  /**
   * Rows of consecutive points along that curve, among the points of all ranks; a rank may call it
   * alone.
   *
   * @param from first index along the curve
   * @return I32 or I64, the type of the rows in lists
   */
  public DeviceArray order(long from, long count) {
    return shared == null ? curveRows(from, count) : gatherOrdered(shared.rows(), 1, from, count);
  }

  /** Coordinates of the points of {@link #order}; a rank may call it alone. */
  public Coordinates orderedPoints(long from, long count) {
    return new Coordinates(count, gatherOrdered(points.xyz(), 3, from, count));
  }

  private DeviceArray gatherOrdered(DeviceArray values, int width, long from, long count) {
    try (DeviceArray curveRows = curveRows(from, count)) {
      return backend.particles().gather(values, width, curveRows);
    }
  }

  private DeviceArray curveRows(long from, long count) {
    return memory.slice(index.order(), from, count);
  }

  /**
   * Neighbours on the host, list after list, nearest first.
   *
   * @param row I32 or I64
   * @param distance F32 or F64
   */
  public record Lists(HostColumn row, HostColumn distance) {}

  /** Whether all points are on this rank, whose lists then stay on the device. */
  boolean isOnOneRank() {
    return shared == null;
  }

  /**
   * Finds the neighbours of positions on a single rank.
   *
   * @param queries positions; closed
   * @param radius F64 radii; kept open by the caller
   * @param count result of {@link #count}
   */
  NeighbourLists findOnDevice(Coordinates queries, DeviceArray radius, long[] count) {
    try (queries) {
      return findLists(new BallQueries(queries, radius, pointRadii), ArrayParts.offsets(count));
    }
  }

  /** Copies lists to the host. */
  Lists fetch(NeighbourLists found) {
    return new Lists(host.fetch(memory, found.row()), host.fetch(memory, found.distance()));
  }

  /**
   * Finds the neighbours of positions.
   *
   * @param queries positions; closed
   * @param count result of {@link #count}
   */
  public Lists find(Coordinates queries, double[] radius, long[] count) {
    if (isOnOneRank()) {
      try (DeviceArray within = memory.upload(radius);
          NeighbourLists found = findOnDevice(queries, within, count)) {
        return fetch(found);
      }
    }
    try (queries) {
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      try (ReceivedQueries received = exchange(queries, radius, near);
          DeviceArray counts = kernels.count(index, balls(received))) {
        long[] sentStart = ArrayParts.offsets(memory.toLongs(counts));
        try (NeighbourLists found = findLists(balls(received), sentStart);
            DeviceArray rows = backend.particles().gather(shared.rows(), 1, found.row());
            DeviceArray lengths = received.redistribution.answer(counts, 1)) {
          long[] receivedStart = ArrayParts.offsets(memory.toLongs(lengths));
          try (DeviceArray row =
                  received.redistribution.answerLists(rows, sentStart, receivedStart);
              DeviceArray farthest =
                  received.redistribution.answerLists(found.distance(), sentStart, receivedStart)) {
            return new ListJoin(query, receivedStart, count)
                .join(new Lists(host.fetch(memory, row), host.fetch(memory, farthest)), host);
          }
        }
      }
    }
  }

  /**
   * Finds the distances of the neighbours of positions, list after list, on the device.
   *
   * @param queries positions; closed
   * @param count result of {@link #count}
   */
  DeviceArray distances(Coordinates queries, double[] radius, long[] count) {
    if (isOnOneRank()) {
      try (DeviceArray within = memory.upload(radius)) {
        NeighbourLists found = findOnDevice(queries, within, count);
        Cleanup.close(found.start(), found.row());
        return found.distance();
      }
    }
    Lists found = find(queries, radius, count);
    found.row().close();
    try (HostColumn distance = found.distance()) {
      return distance.upload(memory);
    }
  }

  private NeighbourLists findLists(BallQueries queries, long[] start) {
    return kernels.find(index, queries, memory.upload(start), start[start.length - 1], distance);
  }

  @Override
  public void close() {
    Cleanup.close(pointRadii, shared == null ? radii : null, index, shared);
  }
}
