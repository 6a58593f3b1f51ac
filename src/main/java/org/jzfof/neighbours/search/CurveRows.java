package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.Splitters;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;

/**
 * Points of all ranks in Morton order: by all bits of their fixed-point positions, coincident ones
 * by their rows. The order depends on nothing else, neither on the ranks nor on the device. Each
 * rank has consecutive points.
 *
 * @param firstRow number along the curve of the first point of this rank
 * @param points points of this rank
 * @param row row of each point in the order in which all points were read, I32 on a single rank,
 *     else I64
 * @param values F64 value of each point, or null
 */
record CurveRows(
    long firstRow, Coordinates points, DeviceArray row, DeviceArray values, DeviceMemory memory)
    implements QuerySupply, AutoCloseable {

  /** The device and the ranks that sort. */
  record Context(Backend backend, ArrayExchange arrays, Box box) {}

  /**
   * Sorts points; every rank calls it.
   *
   * @param points points that this rank has read; closed
   * @param firstRead row of the first of these points; rows count rank after rank
   * @param values F64 value of each of these points, or null; closed
   * @param start number along the curve of the first point of each rank in the result, followed by
   *     the number of all points [ranks+1]
   */
  static CurveRows of(
      Context context, Coordinates points, long firstRead, DeviceArray values, long[] start) {
    Sorter sorter = new Sorter(context);
    Communicator comm = context.arrays.comm();
    boolean alone = comm.size() == 1;
    ElementType number = alone ? ElementType.I32 : ElementType.I64;
    DeviceArray rows = sorter.memory.range(number, firstRead, points.count());
    Columns columns = new Columns(points.xyz(), rows, values);
    columns = alone ? columns : sorter.byDomains(columns);
    columns = sorter.sorted(columns);
    columns = alone ? columns : sorter.byNumbers(columns, start);
    return new CurveRows(
        start[comm.rank()],
        new Coordinates(columns.rows.length(), columns.xyz),
        columns.rows,
        columns.values,
        sorter.memory);
  }

  @Override
  public long rows() {
    return points.count();
  }

  @Override
  public Coordinates read(long from, long count) {
    return new Coordinates(count, memory.slice(points.xyz(), 3 * from, 3 * count));
  }

  @Override
  public void close() {
    Cleanup.close(points, row, values);
  }

  /** Columns of points: F32 or F64 coordinates [3n], rows [n], and values [n] or null. */
  private record Columns(DeviceArray xyz, DeviceArray rows, DeviceArray values)
      implements AutoCloseable {
    /** Makes another column from one with {@code width} elements per point. */
    @FunctionalInterface
    interface Move {
      DeviceArray apply(DeviceArray column, int width);
    }

    /** Makes other columns from these, which are closed. */
    Columns move(Move move) {
      try (this;
          Scope made = new Scope()) {
        DeviceArray newXyz = made.add(move.apply(xyz, 3));
        DeviceArray newRows = made.add(move.apply(rows, 1));
        DeviceArray newValues = values == null ? null : made.add(move.apply(values, 1));
        return made.keep(new Columns(newXyz, newRows, newValues));
      }
    }

    @Override
    public void close() {
      Cleanup.close(xyz, rows, values);
    }
  }

  /** The steps of a sort over ranks; each closes the columns that it is given. */
  private static final class Sorter {
    private final ParticleKernels kernels;
    private final DeviceMemory memory;
    private final ArrayExchange arrays;
    private final FixedPoint map;

    Sorter(Context context) {
      this.kernels = context.backend.particles();
      this.memory = context.backend.memory();
      this.arrays = context.arrays;
      this.map = FixedPoint.of(context.box);
    }

    /** Gives each rank the points of a range of keys, in the order of their rows. */
    Columns byDomains(Columns columns) {
      try (Scope failed = new Scope()) {
        failed.add(columns);
        long count = columns.rows.length();
        Partition partition;
        try (DeviceArray positions = kernels.quantise(map, columns.xyz)) {
          partition =
              DomainDecomposition.of(positions, count, kernels, arrays.comm())
                  .withWholePositions()
                  .partition(positions, count);
        }
        return send(failed.keep(columns), partition);
      }
    }

    /** Sorts the points of this rank. */
    Columns sorted(Columns columns) {
      try (Scope failed = new Scope()) {
        failed.add(columns);
        DeviceArray positions = kernels.quantise(map, columns.xyz);
        try (SortedPoints points =
            kernels.mortonSort(positions, columns.rows.length(), Splitters.BITS, 1)) {
          return failed
              .keep(columns)
              .move((column, width) -> kernels.gather(column, width, points.row()));
        }
      }
    }

    /** Gives each rank its range of the sorted points. */
    Columns byNumbers(Columns columns, long[] start) {
      try (Scope failed = new Scope()) {
        failed.add(columns);
        long count = columns.rows.length();
        long first = arrays.comm().exclusiveScan(count);
        Partition partition;
        try (DeviceArray numbers = memory.range(ElementType.I64, first, count)) {
          partition = kernels.partition(numbers, start);
        }
        return send(failed.keep(columns), partition);
      }
    }

    private Columns send(Columns columns, Partition partition) {
      try (Scope failed = new Scope()) {
        failed.add(columns);
        try (Redistribution redistribution =
            new Redistribution(partition, kernels, memory, arrays)) {
          return failed.keep(columns).move(redistribution::sendCopy);
        }
      }
    }
  }
}
