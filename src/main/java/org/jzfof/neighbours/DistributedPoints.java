package org.jzfof.neighbours;

import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;

/**
 * The points of all ranks, distributed by domain: each rank has the points of its domain with their
 * rows among all points. Every rank takes part in every call.
 */
public final class DistributedPoints implements AutoCloseable {
  private final DistributedIndex.Context context;
  private final FixedPoint map;
  private final long[] firstRow;
  private final DomainDecomposition domains;
  private final Coordinates points;
  private final DeviceArray rows;
  private final DeviceArray values;

  /**
   * Distributes the points.
   *
   * @param read points that this rank has read; kept open by the caller. The rows of all points
   *     count rank after rank.
   * @param readValues F64 or I64 [n] values that are distributed with these points; kept open by
   *     the caller; or null
   */
  public DistributedPoints(
      DistributedIndex.Context context, Coordinates read, Box box, DeviceArray readValues) {
    this.context = context;
    this.map = FixedPoint.of(box);
    this.firstRow = firstRows(read.count());
    Partition partition;
    try (DeviceArray fixed = context.particles().quantise(map, read.xyz())) {
      this.domains =
          DomainDecomposition.of(fixed, read.count(), context.particles(), context.arrays().comm());
      partition = domains.partition(fixed, read.count());
    }
    try (Scope made = new Scope();
        Redistribution redistribution = redistribution(partition)) {
      this.points =
          made.add(new Coordinates(redistribution.count(), redistribution.sendCopy(read.xyz(), 3)));
      long first = firstRow[context.arrays().comm().rank()];
      DeviceArray numbers = context.memory().range(ElementType.I64, first, read.count());
      this.rows = made.add(redistribution.send(numbers, 1));
      this.values = made.keep(readValues == null ? null : redistribution.sendCopy(readValues, 1));
    }
  }

  /** First row of each rank, followed by the number of all points [size+1]. */
  private long[] firstRows(long count) {
    long[][] counts = context.arrays().comm().allGather(new long[] {count});
    return ArrayParts.offsets(counts.length, r -> counts[r][0]);
  }

  /** First row that each rank has read, followed by the number of all points [size+1]. */
  long[] firstRow() {
    return firstRow;
  }

  /** Fixed-point map of the box. */
  FixedPoint map() {
    return map;
  }

  /** Points of this rank's domain. */
  public Coordinates points() {
    return points;
  }

  /** I64 rows of these points among all points. */
  public DeviceArray rows() {
    return rows;
  }

  /** Values of these points, or null. */
  public DeviceArray values() {
    return values;
  }

  /** The keys that only points of this rank's domain can have. */
  KeyRange exclusiveKeys() {
    return domains.exclusiveKeys(context.arrays().comm().rank());
  }

  /** Prepares sending rows to the ranks of a partition, which is closed with the result. */
  public Redistribution redistribution(Partition partition) {
    return new Redistribution(partition, context.particles(), context.memory(), context.arrays());
  }

  /**
   * Prepares sending rows of the points of this domain to the ranks that have read these points.
   */
  public Redistribution home() {
    return redistribution(context.particles().partition(rows, firstRow));
  }

  /** Sorts positions by the ranks of their domains. */
  Partition partition(Coordinates positions) {
    try (DeviceArray fixed = context.particles().quantise(map, positions.xyz())) {
      return domains.partition(fixed, positions.count());
    }
  }

  /**
   * Finds the ranks that may have points near positions.
   *
   * @param searchRadius F64 [n] radius around each position
   * @param except rank that is left out, or -1
   */
  public Partition near(Coordinates positions, DeviceArray searchRadius, int except) {
    try (DeviceArray fixed = context.particles().quantise(map, positions.xyz())) {
      return domains.findIntersecting(
          new Balls(map, positions.count(), fixed, searchRadius), except, context.memory());
    }
  }

  @Override
  public void close() {
    Cleanup.close(points, rows, values);
  }
}
