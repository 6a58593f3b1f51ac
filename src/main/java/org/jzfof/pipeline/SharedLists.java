package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.BallQueries;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.NeighbourLists;
import org.jzfof.knn.PointRadii;
import org.jzfof.knn.RadiusKernels;
import org.jzfof.knn.SharedIndex;
import org.jzfof.knn.SharedPoints;

/**
 * The lists of one of several ranks, with I64 rows: a query goes to every rank whose piece of space
 * it reaches, each answers with what it has there, and the rank that asked joins the answers.
 */
final class SharedLists implements ListAnswers {
  /** Queries that go out together. */
  private static final int BLOCK = 1 << 20;

  private final RadiusKernels kernels;
  private final Backend backend;
  private final DeviceMemory memory;
  private final ArrayExchange arrays;
  private final HostMemory host = new HostMemory();
  private final Coordinates own;
  private final SharedPoints shared;
  private final NeighbourIndex index;
  private final PointRadii ofPoints;
  private final double largest;

  /**
   * @param points that this rank has read; kept open by the caller
   * @param radiusOfPoints of each of them where points have radii of their own, or null
   */
  SharedLists(
      Backend backend, ArrayExchange arrays, Coordinates points, double[] radiusOfPoints, Box box) {
    this.kernels = backend.radius();
    this.backend = backend;
    this.memory = backend.memory();
    this.arrays = arrays;
    this.own = points;
    SharedIndex.Context context =
        new SharedIndex.Context(backend.knn(), backend.particles(), memory, arrays);
    try (DeviceArray radii = radiusOfPoints == null ? null : memory.upload(radiusOfPoints)) {
      this.shared = new SharedPoints(context, points, box, radii);
    }
    this.index = backend.knn().index(shared.points(), box);
    this.ofPoints = shared.values() == null ? null : kernels.radii(index, shared.values());
    double[] most = {radiusOfPoints == null ? 0 : Arrays.stream(radiusOfPoints).max().orElse(0)};
    arrays.comm().max(most);
    this.largest = most[0];
  }

  @Override
  public long[] countOwn(double[] radius) {
    long[] counts = new long[radius.length];
    double[] blocks = {(radius.length + BLOCK - 1) / BLOCK};
    arrays.comm().max(blocks);
    for (int b = 0; b < blocks[0]; b++) {
      int from = Math.min(b * BLOCK, radius.length);
      int count = Math.min(BLOCK, radius.length - from);
      Coordinates block = new Coordinates(count, memory.slice(own.xyz(), 3L * from, 3L * count));
      long[] found = count(block, Arrays.copyOfRange(radius, from, from + count));
      System.arraycopy(found, 0, counts, from, count);
    }
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
    try (DeviceArray reach = memory.upload(far)) {
      return shared.near(queries, reach, -1);
    }
  }

  private Asked ask(Coordinates queries, double[] radius, Partition near) {
    Redistribution way = shared.way(near);
    try (DeviceArray within = memory.upload(radius)) {
      Coordinates there = new Coordinates(way.count(), way.sendCopy(queries.xyz(), 3));
      return new Asked(way, there, way.sendCopy(within, 1));
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
  public Lists find(Coordinates queries, double[] radius, long[] count) {
    try (queries) {
      Partition near = near(queries, radius);
      int[] query = memory.toInts(near.rows());
      try (Asked asked = ask(queries, radius, near);
          DeviceArray counts = kernels.count(index, balls(asked))) {
        long[] startHere = starts(memory.toLongs(counts));
        NeighbourLists found =
            kernels.find(
                index,
                balls(asked),
                memory.upload(startHere),
                startHere[startHere.length - 1],
                ElementType.F64);
        DeviceArray rows = renumbered(found);
        long[] startThere;
        try (DeviceArray lengths = asked.way.answer(counts, 1)) {
          startThere = starts(memory.toLongs(lengths));
        }
        try (DeviceArray row = asked.way.answerLists(rows, startHere, startThere);
            DeviceArray distance = asked.way.answerLists(found.distance(), startHere, startThere)) {
          return new ListJoin(query, startThere, count)
              .join(new Lists(host.fetch(memory, row), host.fetch(memory, distance)), host);
        }
      }
    }
  }

  /** I64 rows among those of all ranks; leaves the distances. */
  private DeviceArray renumbered(NeighbourLists found) {
    found.start().close();
    try (DeviceArray rows = found.row()) {
      return backend.particles().gather(shared.rows(), 1, rows);
    }
  }

  private static long[] starts(long[] lengths) {
    long[] start = new long[lengths.length + 1];
    System.arraycopy(lengths, 0, start, 1, lengths.length);
    Arrays.parallelPrefix(start, Long::sum);
    return start;
  }

  @Override
  public void close() {
    Cleanup.close(ofPoints, index, shared);
  }
}
