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
 * The points of all ranks, distributed by domain: each rank has those of its domain, with their
 * global rows. Every rank takes part in every call.
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
   * Shares out the points.
   *
   * @param read points that this rank has; kept open by the caller. Those of the next rank follow
   *     them in the rows of all.
   * @param ofRead F64, a value of each of these points that goes with it; kept open likewise, or
   *     null
   */
  public DistributedPoints(
      DistributedIndex.Context context, Coordinates read, Box box, DeviceArray ofRead) {
    this.context = context;
    this.map = FixedPoint.of(box);
    this.firstRow = firstRows(read.count());
    Partition partition;
    try (DeviceArray positions = context.particles().quantise(map, read.xyz())) {
      this.domains =
          DomainDecomposition.of(
              positions, read.count(), context.particles(), context.arrays().comm());
      partition = domains.partition(positions, read.count());
    }
    try (Scope made = new Scope();
        Redistribution way = way(partition)) {
      this.points = made.add(new Coordinates(way.count(), way.sendCopy(read.xyz(), 3)));
      long first = firstRow[context.arrays().comm().rank()];
      DeviceArray numbers = context.memory().range(ElementType.I64, first, read.count());
      this.rows = made.add(way.send(numbers, 1));
      this.values = made.keep(ofRead == null ? null : way.sendCopy(ofRead, 1));
    }
  }

  /** First row of each rank, and the number of all. */
  private long[] firstRows(long count) {
    long[][] counts = context.arrays().comm().allGather(new long[] {count});
    return ArrayParts.starts(counts.length, r -> counts[r][0]);
  }

  /** First row that each rank has read, and the number of all [size+1]. */
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

  /** I64 their rows among all points. */
  public DeviceArray rows() {
    return rows;
  }

  /** F64 their values, or null. */
  public DeviceArray values() {
    return values;
  }

  /** The keys that only points of this rank have. */
  KeyRange ownKeys() {
    return domains.ownKeys(context.arrays().comm().rank());
  }

  /** A way for rows to the ranks of a partition, which is closed with it. */
  public Redistribution way(Partition partition) {
    return new Redistribution(partition, context.particles(), context.memory(), context.arrays());
  }

  /** A way for rows of the points here to the ranks that have read them. */
  public Redistribution home() {
    return way(context.particles().partition(rows, firstRow));
  }

  /** The ranks in whose domains places lie. */
  Partition partition(Coordinates places) {
    try (DeviceArray positions = context.particles().quantise(map, places.xyz())) {
      return domains.partition(positions, places.count());
    }
  }

  /**
   * The ranks that may have points near places.
   *
   * @param searchRadius F64 how far around each place
   * @param except the rank that is left out, or -1
   */
  public Partition near(Coordinates places, DeviceArray searchRadius, int except) {
    try (DeviceArray positions = context.particles().quantise(map, places.xyz())) {
      return domains.intersecting(
          new Balls(map, places.count(), positions, searchRadius), except, context.memory());
    }
  }

  @Override
  public void close() {
    Cleanup.close(points, rows, values);
  }
}
