package org.jzfof.knn;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.exchange.ArrayExchange;

/**
 * The points of all ranks, ready for being searched: each rank has indexed those of its piece of
 * space. A query is answered by the rank in whose piece it lies; only where its neighbours may lie
 * beyond that piece are its distances kept without rounding, and the other ranks asked for points
 * within the distance of the last one. Every rank takes part in every call but those of order.
 */
public final class SharedIndex implements AutoCloseable {
  private final Context context;
  private final RowKernels found;
  private final Communicator comm;
  private final Box box;
  private final FixedPoint map;
  private final long[] firstRow;
  private final DomainDecomposition domains;
  private final Coordinates points;
  private final DeviceArray rows;
  private final NeighbourIndex index;

  /**
   * What the search needs.
   *
   * @param kernels of nearest neighbours
   * @param particles to find out where points belong
   * @param memory of the device
   * @param arrays the ranks
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
  public SharedIndex(Context context, Coordinates read, Box box) {
    this.context = context;
    this.found = context.kernels.rows();
    this.comm = context.arrays.comm();
    this.box = box;
    this.map = FixedPoint.of(box);
    this.firstRow = firstRows(read.count());
    Partition partition;
    try (DeviceArray positions = context.particles.quantise(map, read.xyz())) {
      this.domains =
          DomainDecomposition.of(positions, read.count(), context.particles, context.memory, comm);
      partition = domains.partition(positions, read.count());
    }
    try (Redistribution way = way(partition)) {
      this.points = new Coordinates(way.count(), way.sendCopy(read.xyz(), 3));
      this.rows =
          way.send(context.memory.range(ElementType.I64, firstRow[comm.rank()], read.count()), 1);
    }
    this.index = context.kernels.index(points, box);
  }

  /** First row of each rank, and the number of all. */
  private long[] firstRows(long count) {
    long[][] counts = comm.allGather(new long[] {count});
    long[] first = new long[counts.length + 1];
    for (int r = 0; r < counts.length; r++) {
      first[r + 1] = first[r] + counts[r][0];
    }
    return first;
  }

  private Redistribution way(Partition partition) {
    return new Redistribution(partition, context.particles, context.memory, context.arrays);
  }

  /** Points of this rank's piece of space. */
  public long count() {
    return index.count();
  }

  /** I64 rows of the points of this rank's piece from one place to another along a curve. */
  public DeviceArray order(long from, long to) {
    try (DeviceArray places = places(from, to)) {
      return context.particles.gather(rows, 1, places);
    }
  }

  /** I32 rows of the index along the curve. */
  private DeviceArray places(long from, long to) {
    return context.memory.slice(index.order(), from, to - from);
  }

  private Coordinates pointsAt(long from, long to) {
    try (DeviceArray which = places(from, to)) {
      return new Coordinates(to - from, context.particles.gather(points.xyz(), 3, which));
    }
  }

  private Neighbours allocate(long count, Wanted wanted) {
    return Neighbours.allocate(context.memory, count, wanted.k, ElementType.I64, wanted.distance);
  }

  private BorderQueries border() {
    return new BorderQueries(context.particles, context.memory);
  }

  /**
   * Finds the nearest points of any places.
   *
   * @param queries anywhere; closed
   * @return I64 rows, in the order of the queries
   */
  public Neighbours search(Coordinates queries, Wanted wanted) {
    Partition partition;
    try (DeviceArray positions = context.particles.quantise(map, queries.xyz())) {
      partition = domains.partition(positions, queries.count());
    }
    try (Redistribution way = way(partition)) {
      Neighbours answers = answer(way.send(queries.xyz(), 3), wanted);
      return new Neighbours(
          queries.count(),
          wanted.k,
          way.sendBack(answers.row(), wanted.k),
          way.sendBack(answers.distance(), wanted.k));
    }
  }

  /** The neighbours of places of this rank's piece; closes them. */
  private Neighbours answer(DeviceArray xyz, Wanted wanted) {
    try (Coordinates here = new Coordinates(xyz.length() / 3, xyz);
        BorderQueries border = border();
        DeviceArray number = context.memory.range(ElementType.I64, 0, here.count())) {
      Neighbours all = allocate(here.count(), wanted);
      try (Neighbours local =
          context.kernels.search(index, here, null, wanted.k, wanted.distance)) {
        border.add(here, number, local, leaving(here, local));
        found.renumber(local, rows, all, 0);
      }
      complete(border, xyz.type(), wanted, (of, completed) -> found.put(completed, of, all, 0));
      return all;
    }
  }

  /**
   * Finds the nearest points of points of this rank's piece.
   *
   * @param from first place in {@link #order}
   * @param to one past the last place
   * @return I64 rows, in this order
   */
  public Neighbours searchOwn(long from, long to, Wanted wanted) {
    Neighbours all = allocate(to - from, wanted);
    try (BorderQueries border = border()) {
      for (long at = from; at < to; at += wanted.block) {
        long end = Math.min(to, at + wanted.block);
        try (DeviceArray number = context.memory.range(ElementType.I64, at - from, end - at);
            Neighbours local = searchBlock(at, end, number, border, wanted)) {
          found.renumber(local, rows, all, at - from);
        }
      }
      complete(
          border, points.xyz().type(), wanted, (of, completed) -> found.put(completed, of, all, 0));
    }
    return all;
  }

  /**
   * Finds the nearest points of the points themselves.
   *
   * @return I64 rows, one for each point that this rank has read, in their order
   */
  public Neighbours searchAll(Wanted wanted) {
    int me = comm.rank();
    Neighbours all = allocate(firstRow[me + 1] - firstRow[me], wanted);
    double[] most = {count()};
    comm.max(most);
    try (BorderQueries border = border()) {
      for (long at = 0; at < most[0]; at += wanted.block) {
        long from = Math.min(at, count());
        long end = Math.min(at + wanted.block, count());
        try (DeviceArray number = order(from, end);
            Neighbours here = allocate(end - from, wanted)) {
          try (Neighbours local = searchBlock(from, end, number, border, wanted)) {
            found.renumber(local, rows, here, 0);
          }
          sendHome(number, here, all);
        }
      }
      complete(
          border, points.xyz().type(), wanted, (of, completed) -> sendHome(of, completed, all));
    }
    return all;
  }

  /** Sends rows of neighbours to the ranks that have read the points that they are about. */
  private void sendHome(DeviceArray number, Neighbours rowsHere, Neighbours all) {
    int k = rowsHere.k();
    try (Redistribution way = way(context.particles.partition(number, firstRow));
        DeviceArray home = way.sendCopy(number, 1);
        Neighbours arrived =
            new Neighbours(
                way.count(),
                k,
                way.sendCopy(rowsHere.row(), k),
                way.sendCopy(rowsHere.distance(), k))) {
      found.put(arrived, home, all, firstRow[comm.rank()]);
    }
  }

  /** The neighbours of points of this piece among themselves, with I32 rows. */
  private Neighbours searchBlock(
      long from, long to, DeviceArray number, BorderQueries border, Wanted wanted) {
    Neighbours local = context.kernels.searchOwn(index, from, to, wanted.k, wanted.distance);
    try (Coordinates queries = pointsAt(from, to)) {
      border.add(queries, number, local, leaving(queries, local));
    }
    return local;
  }

  /** I32 rows of the queries whose neighbours may lie beyond this piece. */
  private DeviceArray leaving(Coordinates queries, Neighbours local) {
    try (DeviceArray reach = found.farthest(local);
        DeviceArray positions = context.particles.quantise(map, queries.xyz())) {
      return domains.leaving(new Balls(map, queries.count(), positions, reach), comm.rank());
    }
  }

  /** Takes rows that are complete, with the numbers of their queries. */
  @FunctionalInterface
  private interface Delivery {
    void accept(DeviceArray number, Neighbours completed);
  }

  /** Adds the neighbours among the points of other ranks. */
  private void complete(
      BorderQueries border, ElementType coordinates, Wanted wanted, Delivery delivery) {
    try (BorderQueries.Asked asked = border.takeAll(coordinates);
        Neighbours completed = exact(asked, wanted.k)) {
      askOthers(asked.queries(), completed);
      delivery.accept(asked.number(), completed);
    }
  }

  /** What was found here, with I64 rows and F64 distances. */
  private Neighbours exact(BorderQueries.Asked asked, int k) {
    long count = asked.queries().count();
    Neighbours exact =
        Neighbours.allocate(context.memory, count, k, ElementType.I64, ElementType.F64);
    Neighbours local = new Neighbours(count, k, asked.row(), null);
    try (DeviceArray distance = found.distances(local, asked.queries(), points, box)) {
      found.renumber(new Neighbours(count, k, asked.row(), distance), rows, exact, 0);
    }
    return exact;
  }

  private void askOthers(Coordinates queries, Neighbours known) {
    int k = known.k();
    try (DeviceArray reach = found.farthest(known)) {
      Partition near = near(queries, reach);
      try (Redistribution way = way(near);
          Coordinates there = new Coordinates(way.count(), way.sendCopy(queries.xyz(), 3));
          DeviceArray within = way.sendCopy(reach, 1);
          Neighbours others = answered(way, searchWithin(there, within, k), near.rows().length())) {
        // One rank after the other: a query has one row of each.
        long[] start = near.start();
        for (int r = 0; r + 1 < start.length; r++) {
          found.merge(known, near.rows(), others, start[r], start[r + 1]);
        }
      }
    }
  }

  private Partition near(Coordinates queries, DeviceArray reach) {
    try (DeviceArray positions = context.particles.quantise(map, queries.xyz())) {
      return domains.reaching(
          new Balls(map, queries.count(), positions, reach), comm.rank(), context.memory);
    }
  }

  /** The points of this piece within reach of queries of other ranks. */
  private Neighbours searchWithin(Coordinates queries, DeviceArray reach, int k) {
    Neighbours numbered =
        Neighbours.allocate(context.memory, queries.count(), k, ElementType.I64, ElementType.F64);
    try (Neighbours local = context.kernels.search(index, queries, reach, k, ElementType.F64)) {
      found.renumber(local, rows, numbered, 0);
    }
    return numbered;
  }

  private static Neighbours answered(Redistribution way, Neighbours answers, long count) {
    int k = answers.k();
    return new Neighbours(
        count, k, way.answer(answers.row(), k), way.answer(answers.distance(), k));
  }

  @Override
  public void close() {
    index.close();
    points.close();
    rows.close();
  }
}
