package org.jzfof.neighbours.search;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.NeighbourMethod;
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
 * with I32 rows. Of several, with I64 rows, a query is sent to every rank whose domain its search
 * radius meets; each of these answers from its own points, and the rank that asked joins the
 * answers. Every rank takes part in every call, except those about the order of queries.
 */
public final class RadiusSearch implements AutoCloseable {
  /** Queries that go out together. */
  private static final int BLOCK = 1 << 20;

  private final RadiusKernels kernels;
  private final Backend backend;
  private final DeviceMemory memory;
  private final ArrayExchange arrays;
  private final HostMemory host = new HostMemory();
  private final ElementType distance;
  private final Coordinates read;
  private final DistributedPoints shared; // null on a single rank, where points stay as read
  private final Coordinates points;
  private final NeighbourIndex index;
  private final DeviceArray radii;
  private final PointRadii ofPoints;
  private final double largest;

  /**
   * Indexes points; every rank calls it.
   *
   * @param method that finds points within radii
   * @param read points that this rank has; kept open by the caller
   * @param radiusOfPoints of each of them where points have radii of their own, or null
   * @param distance F32 or F64, at least
   */
  public RadiusSearch(
      Backend backend,
      NeighbourMethod method,
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
    final boolean alone = arrays.comm().size() == 1;
    this.distance = alone ? distance : ElementType.F64;
    double[] most = {radiusOfPoints == null ? 0 : Arrays.stream(radiusOfPoints).max().orElse(0)};
    arrays.comm().max(most);
    this.largest = most[0];
    try (Scope made = new Scope()) {
      this.shared = alone ? null : made.add(share(radiusOfPoints, box));
      this.points = alone ? read : shared.points();
      this.index = made.add(kernels.index(points, box));
      if (alone) {
        this.radii = radiusOfPoints == null ? null : made.add(memory.upload(radiusOfPoints));
      } else {
        this.radii = shared.values();
      }
      this.ofPoints = made.keep(radii == null ? null : kernels.radii(index, radii));
    }
  }

  private DistributedPoints share(double[] radiusOfPoints, Box box) {
    DistributedIndex.Context context =
        new DistributedIndex.Context(backend.knn(), backend.particles(), memory, arrays);
    try (DeviceArray ofRead = radiusOfPoints == null ? null : memory.upload(radiusOfPoints)) {
      return new DistributedPoints(context, read, box, ofRead);
    }
  }

  /** How many neighbours all points that this rank has read have, in their order. */
  public long[] countOwn(double[] radius) {
    if (shared == null) {
      return countHere(null, radius);
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
   * How many neighbours places have.
   *
   * @param queries closed
   * @param radius of each
   */
  public long[] count(Coordinates queries, double[] radius) {
    try (queries) {
      if (shared == null) {
        return countHere(queries, radius);
      }
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

  private long[] countHere(Coordinates places, double[] radius) {
    try (DeviceArray within = memory.upload(radius);
        DeviceArray counts = kernels.count(index, new BallQueries(places, within, ofPoints))) {
      return memory.toLongs(counts);
    }
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

  /** Points that this rank answers in the order of a space-filling curve. */
  public long ordered() {
    return index.count();
  }

  /**
   * Rows of points along that curve, among those of all ranks; only this rank need call it.
   *
   * @param from first place
   * @return I32 or I64, as in the lists
   */
  public DeviceArray order(long from, long count) {
    return shared == null ? places(from, count) : along(shared.rows(), 1, from, count);
  }

  /** Where the points of {@link #order} are; only this rank need call it. */
  public Coordinates inOrder(long from, long count) {
    return new Coordinates(count, along(points.xyz(), 3, from, count));
  }

  private DeviceArray along(DeviceArray values, int width, long from, long count) {
    try (DeviceArray places = places(from, count)) {
      return backend.particles().gather(values, width, places);
    }
  }

  private DeviceArray places(long from, long count) {
    return memory.slice(index.order(), from, count);
  }

  /**
   * Neighbours on the host, list after list, nearest first.
   *
   * @param row I32 or I64
   * @param distance F32 or F64
   */
  public record Lists(HostColumn row, HostColumn distance) {}

  /**
   * The neighbours of places.
   *
   * @param queries closed
   * @param radius of each
   * @param count what {@link #count} has found
   */
  public Lists find(Coordinates queries, double[] radius, long[] count) {
    try (queries) {
      if (shared == null) {
        try (DeviceArray within = memory.upload(radius);
            NeighbourLists found =
                listed(new BallQueries(queries, within, ofPoints), ArrayParts.starts(count))) {
          return new Lists(host.fetch(memory, found.row()), host.fetch(memory, found.distance()));
        }
      }
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      try (Asked asked = ask(queries, radius, near);
          DeviceArray counts = kernels.count(index, balls(asked))) {
        long[] startHere = ArrayParts.starts(memory.toLongs(counts));
        try (NeighbourLists found = listed(balls(asked), startHere);
            DeviceArray rows = backend.particles().gather(shared.rows(), 1, found.row());
            DeviceArray lengths = asked.way.answer(counts, 1)) {
          long[] startThere = ArrayParts.starts(memory.toLongs(lengths));
          try (DeviceArray row = asked.way.answerLists(rows, startHere, startThere);
              DeviceArray far = asked.way.answerLists(found.distance(), startHere, startThere)) {
            return new ListJoin(query, startThere, count)
                .join(new Lists(host.fetch(memory, row), host.fetch(memory, far)), host);
          }
        }
      }
    }
  }

  private NeighbourLists listed(BallQueries queries, long[] start) {
    return kernels.find(index, queries, memory.upload(start), start[start.length - 1], distance);
  }

  @Override
  public void close() {
    Cleanup.close(ofPoints, shared == null ? radii : null, index, shared);
  }
}
