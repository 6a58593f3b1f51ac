package org.jzfof.neighbours;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;

/**
 * An index of the points of all ranks: each rank has indexed those of its domain. A query is
 * answered by the rank in whose domain it lies. Only where its neighbours may lie beyond that
 * domain are its distances kept without rounding, and the other ranks asked for points within the
 * distance of the last neighbour. Every rank takes part in every call, except those about the order
 * of rows. Rows of neighbours are I64; on a single rank, which has all points as they were read,
 * they are I32.
 */
public final class DistributedIndex implements AutoCloseable {
  private final Context context;
  private final RowKernels found;
  private final Communicator comm;
  private final Box box;
  private final DistributedPoints shared; // null on a single rank, where points stay as read
  private final Coordinates points;
  private final DeviceArray rows;
  private final NeighbourIndex index;

  /**
   * What the search needs.
   *
   * @param kernels of nearest neighbours
   * @param particles to find out where points belong
   */
  public record Context(
      KnnKernels kernels, ParticleKernels particles, DeviceMemory memory, ArrayExchange arrays) {}

  /**
   * How rows of neighbours are wanted.
   *
   * @param k neighbours per query
   * @param distance F32 or F64
   * @param block most queries to search for at a time, the same on every rank; what the search
   *     needs besides its results grows with it
   */
  public record Wanted(int k, ElementType distance, long block) {}

  /**
   * Shares out the points and indexes them.
   *
   * @param read points that this rank has; kept open by the caller. Those of the next rank follow
   *     them in the rows of all.
   */
  public DistributedIndex(Context context, Coordinates read, Box box) {
    this.context = context;
    this.found = context.kernels.rows();
    this.comm = context.arrays.comm();
    this.box = box;
    this.shared = comm.size() == 1 ? null : new DistributedPoints(context, read, box, null);
    this.points = shared == null ? read : shared.points();
    this.rows = shared == null ? null : shared.rows();
    this.index = context.kernels.index(points, box);
  }

  /** Points of this rank's domain. */
  public long count() {
    return index.count();
  }

  /** Rows of the points of this rank's domain from one place to another along a curve. */
  public DeviceArray order(long from, long to) {
    if (shared == null) {
      return places(from, to);
    }
    try (DeviceArray places = places(from, to)) {
      return context.particles.gather(rows, 1, places);
    }
  }

  /** I32 rows of the index along the curve. */
  private DeviceArray places(long from, long to) {
    return context.memory.slice(index.order(), from, to - from);
  }

  /**
   * Finds the nearest points of any places.
   *
   * @param queries anywhere; closed
   * @return rows in the order of the queries
   */
  public Neighbours search(Coordinates queries, Wanted wanted) {
    if (shared == null) {
      try (queries) {
        return context.kernels.search(index, queries, null, wanted.k, wanted.distance);
      }
    }
    try (Redistribution way = shared.way(shared.partition(queries))) {
      Neighbours answers = answer(way.send(queries.xyz(), 3), wanted);
      return new Neighbours(
          queries.count(),
          wanted.k,
          way.sendBack(answers.row(), wanted.k),
          way.sendBack(answers.distance(), wanted.k));
    }
  }

  /** The neighbours of places of this rank's domain; closes them. */
  private Neighbours answer(DeviceArray xyz, Wanted wanted) {
    int k = wanted.k;
    try (Coordinates here = new Coordinates(xyz.length() / 3, xyz);
        BorderQueries border = new BorderQueries(context.memory, xyz.type(), ElementType.I32)) {
      Neighbours local = context.kernels.search(index, here, null, k, wanted.distance);
      DeviceArray which = leaving(here, local);
      border.add(
          new BorderQueries.Part(
              new Coordinates(which.length(), context.particles.gather(xyz, 3, which)),
              which,
              context.particles.gather(local.row(), k, which)));
      Neighbours all = found.renumber(local, rows);
      complete(border, k, (number, completed) -> found.put(completed, number, all, 0));
      return all;
    }
  }

  /** I32 rows of the queries whose neighbours may lie beyond this domain. */
  private DeviceArray leaving(Coordinates queries, Neighbours local) {
    try (DeviceArray searchRadius = found.farthest(local);
        DeviceArray positions = context.particles.quantise(shared.map(), queries.xyz())) {
      return context.particles.leaving(
          new Balls(shared.map(), queries.count(), positions, searchRadius), shared.ownKeys());
    }
  }

  /**
   * Finds the nearest points of points of this rank's domain.
   *
   * @param from first place in {@link #order}
   * @param to one past the last place
   * @return rows in this order
   */
  public Neighbours searchOwn(long from, long to, Wanted wanted) {
    if (shared == null) {
      Neighbours all =
          Neighbours.allocate(
              context.memory, to - from, wanted.k, ElementType.I32, wanted.distance);
      context.kernels.searchOwn(index, from, to, all);
      return all;
    }
    try (BorderQueries border =
        new BorderQueries(context.memory, points.xyz().type(), ElementType.I32)) {
      Neighbours all = searchPlaces(from, to, wanted, border);
      complete(border, wanted.k, (number, completed) -> found.put(completed, number, all, 0));
      return all;
    }
  }

  /**
   * Finds the nearest points of the points themselves.
   *
   * @return a row for each point that this rank has read, in their order
   */
  public Neighbours searchAll(Wanted wanted) {
    if (shared == null) {
      return context.kernels.searchAll(index, wanted.k, wanted.distance);
    }
    int me = comm.rank();
    long[] firstRow = shared.firstRow();
    Neighbours all =
        Neighbours.allocate(
            context.memory,
            firstRow[me + 1] - firstRow[me],
            wanted.k,
            ElementType.I64,
            wanted.distance);
    try (BorderQueries border =
        new BorderQueries(context.memory, points.xyz().type(), ElementType.I64)) {
      SharedBlocks.forEach(
          comm,
          count(),
          wanted.block,
          (from, places) -> {
            Neighbours here = searchPlaces(from, from + places, wanted, border);
            try (DeviceArray number = order(from, from + places)) {
              sendHome(number, here, all);
            }
          });
      complete(border, wanted.k, (number, completed) -> sendHome(number, completed, all));
    }
    return all;
  }

  /**
   * The neighbours of points of this domain among themselves, with I64 rows.
   *
   * @param border takes the points whose neighbours may lie beyond this domain: I32 numbers are
   *     those of their rows from the first, I64 ones their rows among all points
   */
  private Neighbours searchPlaces(long from, long to, Wanted wanted, BorderQueries border) {
    ParticleKernels particles = context.particles;
    Neighbours local = found.allocate(to - from, wanted.k, wanted.distance);
    context.kernels.searchOwn(index, from, to, local);
    DeviceArray which = context.kernels.leaving(index, from, local, shared.map(), shared.ownKeys());
    try (DeviceArray places = places(from, to);
        DeviceArray row = particles.gather(places, 1, which)) {
      DeviceArray of = particles.gather(local.row(), wanted.k, which);
      DeviceArray number = which;
      if (border.number() == ElementType.I64) {
        number = particles.gather(rows, 1, row);
        which.close();
      }
      border.add(
          new BorderQueries.Part(
              new Coordinates(row.length(), particles.gather(points.xyz(), 3, row)), number, of));
    }
    return found.renumber(local, rows);
  }

  /**
   * Sends rows of neighbours to the ranks that have read the points that they are about.
   *
   * @param number rows of these points among all, kept open by the caller
   * @param rowsHere closed
   */
  private void sendHome(DeviceArray number, Neighbours rowsHere, Neighbours all) {
    int k = rowsHere.k();
    try (Redistribution way = shared.way(context.particles.partition(number, shared.firstRow()));
        DeviceArray home = way.sendCopy(number, 1);
        Neighbours arrived =
            new Neighbours(
                way.count(), k, way.send(rowsHere.row(), k), way.send(rowsHere.distance(), k))) {
      found.put(arrived, home, all, shared.firstRow()[comm.rank()]);
    }
  }

  /** Takes rows that are complete, with the numbers of their queries. */
  @FunctionalInterface
  private interface Delivery {
    void accept(DeviceArray number, Neighbours completed);
  }

  /** Adds neighbours among the points of other ranks. */
  private void complete(BorderQueries border, int k, Delivery delivery) {
    try (BorderQueries.Part asked = border.takeAll();
        Neighbours completed = exact(asked, k)) {
      askOthers(asked.queries(), completed);
      delivery.accept(asked.number(), completed);
    }
  }

  /** What was found here, with I64 rows and F64 distances. */
  private Neighbours exact(BorderQueries.Part asked, int k) {
    long count = asked.queries().count();
    Neighbours local = new Neighbours(count, k, asked.row(), null);
    DeviceArray distance = found.distances(local, asked.queries(), points, box);
    return found.renumber(new Neighbours(count, k, asked.row(), distance), rows);
  }

  private void askOthers(Coordinates queries, Neighbours known) {
    int k = known.k();
    try (DeviceArray searchRadius = found.farthest(known)) {
      Partition near = shared.near(queries, searchRadius, comm.rank());
      try (Redistribution way = shared.way(near);
          Coordinates there = new Coordinates(way.count(), way.sendCopy(queries.xyz(), 3));
          DeviceArray within = way.sendCopy(searchRadius, 1);
          Neighbours others = answered(way, searchWithin(there, within, k), near.rows().length())) {
        // One rank after the other: a query has one row of each.
        long[] start = near.start();
        for (int r = 0; r + 1 < start.length; r++) {
          found.merge(known, near.rows(), others, start[r], start[r + 1]);
        }
      }
    }
  }

  /** The points of this domain within the search radius of queries of other ranks. */
  private Neighbours searchWithin(Coordinates queries, DeviceArray searchRadius, int k) {
    return found.renumber(
        context.kernels.search(index, queries, searchRadius, k, ElementType.F64), rows);
  }

  private static Neighbours answered(Redistribution way, Neighbours answers, long count) {
    int k = answers.k();
    return new Neighbours(
        count, k, way.answer(answers.row(), k), way.answer(answers.distance(), k));
  }

  @Override
  public void close() {
    Cleanup.close(index, shared);
  }
}
