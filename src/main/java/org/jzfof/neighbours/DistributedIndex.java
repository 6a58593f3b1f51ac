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
 * An index of the points of all ranks: each rank has an index of the points of its domain. A query
 * is answered by the rank in whose domain it lies. If its neighbours may lie beyond that domain,
 * its distances are kept without rounding, and the query goes to the other ranks that may have
 * points within the distance of the last neighbour. Every rank takes part in every call, except
 * calls about the order of rows. Rows of neighbours are I64. A single rank, which keeps all points
 * in the order in which they were read, has I32 rows.
 */
public final class DistributedIndex implements AutoCloseable {
  private final Context context;
  private final RowKernels rowKernels;
  private final Communicator comm;
  private final Box box;
  private final DistributedPoints
      shared; // null on a single rank, which keeps the points in the order in which they were read
  private final Coordinates points;
  private final DeviceArray rows;
  private final NeighbourIndex index;

  /** Kernels, memory and ranks of a search. */
  public record Context(
      KnnKernels kernels, ParticleKernels particles, DeviceMemory memory, ArrayExchange arrays) {}

  /**
   * The form of rows of neighbours.
   *
   * @param distance type of distances, F32 or F64
   * @param block largest number of queries per block, the same on every rank; the temporary memory
   *     of a search grows with it
   */
  public record RowRequest(int k, ElementType distance, long block) {}

  /**
   * Distributes the points by domain and indexes them.
   *
   * @param read points that this rank has read; kept open by the caller. The rows of all points
   *     count rank after rank.
   */
  public DistributedIndex(Context context, Coordinates read, Box box) {
    this.context = context;
    this.rowKernels = context.kernels.rows();
    this.comm = context.arrays.comm();
    this.box = box;
    this.shared = comm.size() == 1 ? null : new DistributedPoints(context, read, box, null);
    this.points = shared == null ? read : shared.points();
    this.rows = shared == null ? null : shared.rows();
    this.index = context.kernels.index(points, box);
  }

  /** Number of points of this rank's domain. */
  public long count() {
    return index.count();
  }

  /**
   * Rows of consecutive points of this rank's domain along a space-filling curve.
   *
   * @param from first index along the curve
   * @param to one past the last index
   */
  public DeviceArray order(long from, long to) {
    if (shared == null) {
      return curveRows(from, to);
    }
    try (DeviceArray curveRows = curveRows(from, to)) {
      return context.particles.gather(rows, 1, curveRows);
    }
  }

  /** I32 rows of consecutive points of the index along the curve. */
  private DeviceArray curveRows(long from, long to) {
    return context.memory.slice(index.order(), from, to - from);
  }

  /**
   * Finds the nearest points of any positions.
   *
   * @param queries any positions; closed
   * @return rows in the order of the queries
   */
  public Neighbours search(Coordinates queries, RowRequest request) {
    if (shared == null) {
      try (queries) {
        return context.kernels.search(index, queries, null, request.k, request.distance);
      }
    }
    try (Redistribution redistribution = shared.redistribution(shared.partition(queries))) {
      Neighbours answers = answer(redistribution.send(queries.xyz(), 3), request);
      return new Neighbours(
          queries.count(),
          request.k,
          redistribution.sendBack(answers.row(), request.k),
          redistribution.sendBack(answers.distance(), request.k));
    }
  }

  /**
   * Finds the neighbours of positions in this rank's domain.
   *
   * @param xyz F32 or F64 [3m]; closed
   */
  private Neighbours answer(DeviceArray xyz, RowRequest request) {
    int k = request.k;
    try (Coordinates queries = new Coordinates(xyz.length() / 3, xyz);
        BorderQueries border = new BorderQueries(context.memory, xyz.type(), ElementType.I32)) {
      Neighbours local = context.kernels.search(index, queries, null, k, request.distance);
      DeviceArray selection = findLeaving(queries, local);
      border.add(
          new BorderQueries.Part(
              new Coordinates(selection.length(), context.particles.gather(xyz, 3, selection)),
              selection,
              context.particles.gather(local.row(), k, selection)));
      Neighbours all = rowKernels.renumber(local, rows);
      complete(border, k, (number, completed) -> rowKernels.put(completed, number, all, 0));
      return all;
    }
  }

  /** I32 rows of the queries whose neighbours may lie beyond this domain. */
  private DeviceArray findLeaving(Coordinates queries, Neighbours local) {
    try (DeviceArray searchRadius = rowKernels.farthest(local);
        DeviceArray positions = context.particles.quantise(shared.map(), queries.xyz())) {
      return context.particles.findLeaving(
          new Balls(shared.map(), queries.count(), positions, searchRadius),
          shared.exclusiveKeys());
    }
  }

  /**
   * Finds the nearest points of points of this rank's domain.
   *
   * @param from first index in {@link #order}
   * @param to one past the last index
   * @return rows in this order
   */
  public Neighbours searchPoints(long from, long to, RowRequest request) {
    if (shared == null) {
      Neighbours all =
          Neighbours.allocate(
              context.memory, to - from, request.k, ElementType.I32, request.distance);
      context.kernels.searchPoints(index, from, to, all);
      return all;
    }
    try (BorderQueries border =
        new BorderQueries(context.memory, points.xyz().type(), ElementType.I32)) {
      Neighbours all = searchDomain(from, to, request, border);
      complete(border, request.k, (number, completed) -> rowKernels.put(completed, number, all, 0));
      return all;
    }
  }

  /**
   * Finds the nearest points of all points.
   *
   * @return a row for each point that this rank has read, in their order
   */
  public Neighbours searchAll(RowRequest request) {
    if (shared == null) {
      return context.kernels.searchAll(index, request.k, request.distance);
    }
    int rank = comm.rank();
    long[] firstRow = shared.firstRow();
    Neighbours all =
        Neighbours.allocate(
            context.memory,
            firstRow[rank + 1] - firstRow[rank],
            request.k,
            ElementType.I64,
            request.distance);
    try (BorderQueries border =
        new BorderQueries(context.memory, points.xyz().type(), ElementType.I64)) {
      SharedBlocks.forEach(
          comm,
          count(),
          request.block,
          (from, n) -> {
            Neighbours block = searchDomain(from, from + n, request, border);
            try (DeviceArray number = order(from, from + n)) {
              sendHome(number, block, all);
            }
          });
      complete(border, request.k, (number, completed) -> sendHome(number, completed, all));
    }
    return all;
  }

  /**
   * Finds the neighbours of points of this domain among the points of this domain, with I64 rows.
   *
   * @param border receives the points whose neighbours may lie beyond this domain. I32 numbers are
   *     rows of the result, I64 numbers are rows among all points.
   */
  private Neighbours searchDomain(long from, long to, RowRequest request, BorderQueries border) {
    ParticleKernels particles = context.particles;
    Neighbours local = rowKernels.allocate(to - from, request.k, request.distance);
    context.kernels.searchPoints(index, from, to, local);
    DeviceArray selection =
        context.kernels.findLeaving(index, from, local, shared.map(), shared.exclusiveKeys());
    try (DeviceArray curveRows = curveRows(from, to);
        DeviceArray row = particles.gather(curveRows, 1, selection)) {
      DeviceArray neighbours = particles.gather(local.row(), request.k, selection);
      DeviceArray number = selection;
      if (border.number() == ElementType.I64) {
        number = particles.gather(rows, 1, row);
        selection.close();
      }
      border.add(
          new BorderQueries.Part(
              new Coordinates(row.length(), particles.gather(points.xyz(), 3, row)),
              number,
              neighbours));
    }
    return rowKernels.renumber(local, rows);
  }

  /**
   * Sends rows of neighbours to the ranks that have read the points of these rows.
   *
   * @param number rows of these points among all points; kept open by the caller
   * @param block rows of neighbours; closed
   * @param all receives the rows that arrive at this rank
   */
  private void sendHome(DeviceArray number, Neighbours block, Neighbours all) {
    int k = block.k();
    try (Redistribution redistribution =
            shared.redistribution(context.particles.partition(number, shared.firstRow()));
        DeviceArray home = redistribution.sendCopy(number, 1);
        Neighbours arrived =
            new Neighbours(
                redistribution.count(),
                k,
                redistribution.send(block.row(), k),
                redistribution.send(block.distance(), k))) {
      rowKernels.put(arrived, home, all, shared.firstRow()[comm.rank()]);
    }
  }

  /** Receives complete rows of neighbours with the numbers of their queries. */
  @FunctionalInterface
  private interface RowSink {
    void accept(DeviceArray number, Neighbours completed);
  }

  /** Adds neighbours among the points of other ranks to the rows of border queries. */
  private void complete(BorderQueries border, int k, RowSink sink) {
    try (BorderQueries.Part requested = border.takeAll();
        Neighbours completed = exact(requested, k)) {
      queryOtherRanks(requested.queries(), completed);
      sink.accept(requested.number(), completed);
    }
  }

  /** Neighbours of border queries on this rank, with I64 rows and F64 distances. */
  private Neighbours exact(BorderQueries.Part requested, int k) {
    long count = requested.queries().count();
    Neighbours local = new Neighbours(count, k, requested.row(), null);
    DeviceArray distance = rowKernels.distances(local, requested.queries(), points, box);
    return rowKernels.renumber(new Neighbours(count, k, requested.row(), distance), rows);
  }

  private void queryOtherRanks(Coordinates queries, Neighbours localRows) {
    int k = localRows.k();
    try (DeviceArray searchRadius = rowKernels.farthest(localRows)) {
      Partition near = shared.near(queries, searchRadius, comm.rank());
      try (Redistribution redistribution = shared.redistribution(near);
          Coordinates remoteQueries =
              new Coordinates(redistribution.count(), redistribution.sendCopy(queries.xyz(), 3));
          DeviceArray within = redistribution.sendCopy(searchRadius, 1);
          Neighbours others =
              sendAnswers(
                  redistribution, searchWithin(remoteQueries, within, k), near.rows().length())) {
        // Ranks are merged one after the other, since a query has one row of each rank.
        long[] start = near.start();
        for (int r = 0; r + 1 < start.length; r++) {
          rowKernels.merge(localRows, near.rows(), others, start[r], start[r + 1]);
        }
      }
    }
  }

  /** Finds the nearest points of this domain within the search radii of queries of other ranks. */
  private Neighbours searchWithin(Coordinates queries, DeviceArray searchRadius, int k) {
    return rowKernels.renumber(
        context.kernels.search(index, queries, searchRadius, k, ElementType.F64), rows);
  }

  private static Neighbours sendAnswers(
      Redistribution redistribution, Neighbours answers, long count) {
    int k = answers.k();
    return new Neighbours(
        count,
        k,
        redistribution.answer(answers.row(), k),
        redistribution.answer(answers.distance(), k));
  }

  @Override
  public void close() {
    Cleanup.close(index, shared);
  }
}
