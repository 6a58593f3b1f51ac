package org.jzfof.neighbours.search;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Parts;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
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
 * Neighbour lists on one of several ranks, with I64 rows. A query is sent to every rank whose
 * domain its search radius meets; each of these answers from its own points, and the rank that
 * asked joins the answers.
 */
final class DistributedLists implements RadiusSearch {
  /** Queries that go out together. */
  private static final int BLOCK = 1 << 20;

  private final RadiusKernels kernels;
  private final Backend backend;
  private final DeviceMemory memory;
  private final ArrayExchange arrays;
  private final HostMemory host = new HostMemory();
  private final Coordinates own;
  private final DistributedPoints shared;
  private final NeighbourIndex index;
  private final PointRadii ofPoints;
  private final double largest;

  /**
   * @param method that finds points within radii
   * @param points that this rank has read; kept open by the caller
   * @param radiusOfPoints of each of them where points have radii of their own, or null
   */
  DistributedLists(
      Backend backend,
      NeighbourMethod method,
      ArrayExchange arrays,
      Coordinates points,
      double[] radiusOfPoints,
      Box box) {
    this.kernels = backend.radius(method);
    this.backend = backend;
    this.memory = backend.memory();
    this.arrays = arrays;
    this.own = points;
    double[] most = {radiusOfPoints == null ? 0 : Arrays.stream(radiusOfPoints).max().orElse(0)};
    arrays.comm().max(most);
    this.largest = most[0];
    DistributedIndex.Context context =
        new DistributedIndex.Context(backend.knn(), backend.particles(), memory, arrays);
    try (Scope made = new Scope();
        DeviceArray radii = radiusOfPoints == null ? null : memory.upload(radiusOfPoints)) {
      this.shared = made.add(new DistributedPoints(context, points, box, radii));
      this.index = made.add(kernels.index(shared.points(), box));
      PointRadii known = shared.values() == null ? null : kernels.radii(index, shared.values());
      this.ofPoints = made.keep(known);
    }
  }

  @Override
  public long[] countOwn(double[] radius) {
    long[] counts = new long[radius.length];
    SharedBlocks.forEach(
        arrays.comm(),
        radius.length,
        BLOCK,
        (from, count) -> {
          Coordinates block = new Coordinates(count, memory.slice(own.xyz(), 3 * from, 3 * count));
          long[] found = count(block, Arrays.copyOfRange(radius, (int) from, (int) (from + count)));
          System.arraycopy(found, 0, counts, (int) from, found.length);
        });
    return counts;
  }

  /** Queries on their way to where they may have neighbours, with their radii there. */
  private record Asked(Redistribution way, Coordinates there, DeviceArray radius)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(there, radius, way);
    }
  }

  private Partition near(Coordinates queries, double[] radius) {
    double[] far = radius.clone();
    if (ofPoints != null) {
      Arrays.setAll(far, i -> Math.max(radius[i], largest));
    }
    try (DeviceArray searchRadius = memory.upload(far)) {
      return shared.near(queries, searchRadius, -1);
    }
  }

  /**
   * @param near closed with what is returned
   */
  private Asked ask(Coordinates queries, double[] radius, Partition near) {
    try (Scope made = new Scope()) {
      Redistribution way = made.add(shared.way(near));
      DeviceArray xyz = made.add(way.sendCopy(queries.xyz(), 3));
      try (DeviceArray within = memory.upload(radius)) {
        DeviceArray there = way.sendCopy(within, 1);
        return made.keep(new Asked(way, new Coordinates(way.count(), xyz), there));
      }
    }
  }

  private BallQueries balls(Asked asked) {
    return new BallQueries(asked.there, asked.radius, ofPoints);
  }

  @Override
  public long[] count(Coordinates queries, double[] radius) {
    try (queries) {
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      long[] counts = new long[radius.length];
      try (Asked asked = ask(queries, radius, near);
          DeviceArray found = asked.way.answer(kernels.count(index, balls(asked)), 1)) {
        long[] parts = memory.toLongs(found);
        for (int i = 0; i < query.length; i++) {
          counts[query[i]] += parts[i];
        }
      }
      return counts;
    }
  }

  @Override
  public long ordered() {
    return index.count();
  }

  @Override
  public DeviceArray order(long from, long count) {
    return along(shared.rows(), 1, from, count);
  }

  @Override
  public Coordinates inOrder(long from, long count) {
    return new Coordinates(count, along(shared.points().xyz(), 3, from, count));
  }

  private DeviceArray along(DeviceArray ofPoints, int width, long from, long count) {
    try (DeviceArray places = memory.slice(index.order(), from, count)) {
      return backend.particles().gather(ofPoints, width, places);
    }
  }

  @Override
  public Lists find(Coordinates queries, double[] radius, long[] count) {
    try (queries) {
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      try (Asked asked = ask(queries, radius, near);
          DeviceArray counts = kernels.count(index, balls(asked))) {
        long[] startHere = Parts.starts(memory.toLongs(counts));
        try (NeighbourLists found = findHere(asked, startHere);
            DeviceArray rows = backend.particles().gather(shared.rows(), 1, found.row());
            DeviceArray lengths = asked.way.answer(counts, 1)) {
          long[] startThere = Parts.starts(memory.toLongs(lengths));
          try (DeviceArray row = asked.way.answerLists(rows, startHere, startThere);
              DeviceArray distance =
                  asked.way.answerLists(found.distance(), startHere, startThere)) {
            return new ListJoin(query, startThere, count)
                .join(new Lists(host.fetch(memory, row), host.fetch(memory, distance)), host);
          }
        }
      }
    }
  }

  private NeighbourLists findHere(Asked asked, long[] start) {
    return kernels.find(
        index, balls(asked), memory.upload(start), start[start.length - 1], ElementType.F64);
  }

  @Override
  public void close() {
    Cleanup.close(ofPoints, index, shared);
  }
}
