package org.jzfof.neighbours.search;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.files.RowLookup;

/** The points of a rank's domain as queries, in the order of a space-filling curve. */
final class CurvePoints implements QuerySupply {
  private final RadiusSearch search;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final HostMemory host;
  private final long firstRow;

  /**
   * Numbers the points of all ranks; every rank calls it.
   *
   * @param search index of the points; kept open by the caller
   */
  CurvePoints(RadiusSearch search, DeviceMemory memory, Communicator comm, HostMemory host) {
    this.search = search;
    this.memory = memory;
    this.comm = comm;
    this.host = host;
    this.firstRow = comm.exclusiveScan(search.orderedCount());
  }

  @Override
  public long rows() {
    return search.orderedCount();
  }

  @Override
  public long firstRow() {
    return firstRow;
  }

  @Override
  public Coordinates read(long from, long count) {
    return search.orderedPoints(from, count);
  }

  /** I32 or I64 rows of consecutive points along the curve among the points of all ranks. */
  HostColumn points(long from, long count) {
    try (DeviceArray order = search.order(from, count)) {
      return host.fetch(memory, order);
    }
  }

  /**
   * The radii of the points along the curve; every rank calls it.
   *
   * @param readRadii radii of the points that this rank has read, an even share of all points
   * @param block number of points per message, the same on every rank
   */
  QueryRadii radii(QueryRadii readRadii, long block) {
    if (readRadii.isSame()) {
      return readRadii;
    }
    long[] all = {rows()};
    comm.sum(all);
    RowLookup lookup =
        new RowLookup(
            comm,
            new EvenShares(all[0], comm.size()),
            row -> Double.doubleToRawLongBits(readRadii.of(row)),
            0);
    double[] radii = new double[Math.toIntExact(rows())];
    SharedBlocks.forEach(
        comm,
        rows(),
        block,
        (from, count) -> {
          try (HostColumn points = points(from, count);
              HostColumn bits = lookup.get(points, host)) {
            for (int i = 0; i < count; i++) {
              radii[(int) from + i] = Double.longBitsToDouble(bits.getLong(i));
            }
          }
        });
    return QueryRadii.of(radii);
  }
}
