package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.files.NeighbourWriter;
import org.jzfof.neighbours.packing.PackingBlocks;

/**
 * Sources and queries of a search within radii.
 *
 * @param sources points of this rank, in the order in which they were read or along the curve
 * @param queries queries of this rank, in the same order
 * @param curve sources along the curve, whose rows are written; null if the sources come in the
 *     order in which they were read or are the queries
 * @param ofQueries queries along the curve; null in the order in which they were read
 */
record ListInput(
    NeighbourSearch.Sources sources,
    ListSearch.Queries queries,
    CurveRows curve,
    CurveRows ofQueries)
    implements AutoCloseable {
  /** Number of sources whose rows are sent together. */
  private static final int BLOCK = 1 << 20;

  /** Input in the order in which it was read. */
  static ListInput read(NeighbourSearch.Sources sources, QuerySupply queries, QueryRadii radii) {
    return new ListInput(sources, new ListSearch.Queries(queries, radii, null), null, null);
  }

  /**
   * Input along the curve, for packed lists; every rank calls it.
   *
   * @param blocks blocks of the queries, of which each rank gets whole ones
   * @param read points that this rank has read; closed
   * @param queries queries of this rank, or null if the queries are the points
   * @param radii radii of the queries of this rank
   */
  static ListInput alongCurve(
      CurveRows.Context context,
      PackingBlocks blocks,
      NeighbourSearch.Sources read,
      QuerySupply queries,
      QueryRadii radii) {
    Backend backend = context.backend();
    Communicator comm = context.arrays().comm();
    long[] count = {read.coordinates().count()};
    comm.sum(count);
    try (Scope made = new Scope()) {
      made.add(read);
      boolean own = queries == null;
      long rows = own ? read.coordinates().count() : queries.rows();
      DeviceArray radius =
          made.add(radii.isSame() ? null : backend.memory().upload(radii.between(0, rows)));
      long[] start = blocks.ofRanks(comm.size());
      CurveRows sources =
          made.add(
              CurveRows.of(
                  context,
                  read.coordinates(),
                  read.firstRow(),
                  own ? radius : null,
                  own ? start : starts(new EvenShares(count[0], comm.size()))));
      CurveRows sorted =
          own
              ? sources
              : made.add(
                  CurveRows.of(context, queries.read(0, rows), queries.firstRow(), radius, start));
      QueryRadii ofSorted =
          radii.isSame() ? radii : QueryRadii.of(backend.memory().toDoubles(sorted.values()));
      ListPacker packer = new ListPacker(backend, blocks, sorted.row(), count[0]);
      return made.keep(
          new ListInput(
              new NeighbourSearch.Sources(sources.points(), sources.firstRow()),
              new ListSearch.Queries(own ? null : sorted, ofSorted, packer),
              own ? null : sources,
              sorted));
    }
  }

  private static long[] starts(EvenShares shares) {
    long[] start = new long[shares.parts() + 1];
    for (int part = 0; part < start.length; part++) {
      start[part] = shares.start(part);
    }
    return start;
  }

  /** Writes the rows of the sources along the curve if they are needed; every rank calls it. */
  void writeSources(Communicator comm, DeviceMemory memory, NeighbourWriter writer) {
    if (curve == null) {
      return;
    }
    HostMemory host = new HostMemory();
    SharedBlocks.forEach(
        comm,
        curve.rows(),
        BLOCK,
        (from, count) -> {
          try (DeviceArray part = memory.slice(curve.row(), from, count);
              HostColumn column = host.fetch(memory, part)) {
            long[] rows = new long[column.length()];
            for (int i = 0; i < rows.length; i++) {
              rows[i] = column.getLong(i);
            }
            writer.acceptSources(curve.firstRow() + from, rows);
          }
        });
  }

  @Override
  public void close() {
    Cleanup.close(sources, curve, ofQueries);
  }
}
