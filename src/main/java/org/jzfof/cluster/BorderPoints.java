package org.jzfof.cluster;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.RowLookup;
import org.jzfof.neighbours.search.QueryRadii;
import org.jzfof.neighbours.search.RadiusSearch;

/**
 * Assigns the label of the nearest core point to particles that are not core points themselves. Of
 * several core points at the same distance, the one with the smallest ID counts.
 */
final class BorderPoints {
  private final Backend backend;
  private final RadiusSearch search;
  private final Communicator comm;
  private final boolean[] core;
  private final long[] label;
  private final RowLookup ids;
  private final HostMemory host = new HostMemory();

  /**
   * @param search search index of all particles; kept open by the caller
   * @param core flags of the core points among the particles of this rank
   * @param label labels of the core points, {@link ClusterNumbers#NONE} for other particles;
   *     changed
   */
  BorderPoints(
      Backend backend,
      RadiusSearch search,
      Communicator comm,
      boolean[] core,
      long[] label,
      RowLookup ids) {
    this.backend = backend;
    this.search = search;
    this.comm = comm;
    this.core = core;
    this.label = label;
    this.ids = ids;
  }

  /**
   * Sets the label of every particle that is not a core point but has one within eps; every rank
   * calls it.
   *
   * @param points all particles of this rank
   * @param counts number of particles within eps of each point
   */
  void attach(Coordinates points, long[] counts, ClusterSearch.Parameters parameters) {
    int[] rows = IntStream.range(0, core.length).filter(i -> !core[i]).toArray();
    long[] total = {core.length};
    comm.sum(total);
    RowLookup labels =
        new RowLookup(
            comm,
            new EvenShares(total[0], comm.size()),
            row -> core[(int) row] ? label[(int) row] : ClusterNumbers.NONE,
            ClusterNumbers.NONE);
    long block = Math.max(1, BlockSize.ofLists(comm, 1, true).pairs() / parameters.minPoints());
    SharedBlocks.forEach(
        comm,
        rows.length,
        block,
        (from, count) -> {
          int[] batch = Arrays.copyOfRange(rows, (int) from, (int) (from + count));
          attach(batch, near(points, batch, counts, parameters.eps()), labels);
        });
  }

  /**
   * Finds all particles within eps of the given rows, each of which has fewer neighbours than a
   * core point.
   */
  private SortedLists near(Coordinates points, int[] rows, long[] counts, double eps) {
    long[] length = Arrays.stream(rows).mapToLong(row -> counts[row]).toArray();
    double[] radius = QueryRadii.same(eps).between(0, rows.length);
    Coordinates centres = ClusterSearch.select(backend, points, rows);
    return new SortedLists(ArrayParts.offsets(length), search.find(centres, radius, length));
  }

  /**
   * Neighbours of particles, nearest first.
   *
   * @param start offset of each particle's list, followed by the end of the last list
   */
  private record SortedLists(long[] start, RadiusSearch.Lists lists) {}

  private void attach(int[] rows, SortedLists near, RowLookup labels) {
    try (HostColumn row = near.lists.row();
        HostColumn distance = near.lists.distance();
        HostColumn labelOf = labels.get(row, host)) {
      int[] first = new int[rows.length];
      int[] end = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        int last = (int) near.start[i + 1];
        first[i] = firstCore(labelOf, (int) near.start[i], last);
        end[i] = endOfSame(distance, first[i], last);
      }
      try (HostColumn requested = ranges(row, first, end);
          HostColumn id = ids.get(requested, host)) {
        int at = 0;
        for (int i = 0; i < rows.length; i++) {
          label[rows[i]] = labelOfSmallestId(labelOf, first[i], end[i], id, at);
          at += end[i] - first[i];
        }
      }
    }
  }

  private static int firstCore(HostColumn labelOf, int from, int end) {
    int at = from;
    while (at < end && labelOf.getLong(at) == ClusterNumbers.NONE) {
      at++;
    }
    return at;
  }

  private static int endOfSame(HostColumn distance, int from, int end) {
    int at = from;
    while (at < end && distance.getDouble(at) == distance.getDouble(from)) {
      at++;
    }
    return at;
  }

  /** Copies the rows of index ranges [first, end), range after range. */
  private HostColumn ranges(HostColumn row, int[] first, int[] end) {
    int count = IntStream.range(0, first.length).map(i -> end[i] - first[i]).sum();
    HostColumn inRanges = host.allocate(ElementType.I64, count);
    int to = 0;
    for (int i = 0; i < first.length; i++) {
      for (int at = first[i]; at < end[i]; at++) {
        inRanges.set(to++, row.getLong(at));
      }
    }
    return inRanges;
  }

  /**
   * Label of the core point with the smallest ID in the index range [first, end).
   *
   * @param id IDs that include those of the range
   * @param idAt index in {@code id} of the first ID of the range
   */
  private static long labelOfSmallestId(
      HostColumn labelOf, int first, int end, HostColumn id, int idAt) {
    long found = ClusterNumbers.NONE;
    long smallest = 0;
    for (int at = first; at < end; at++) {
      long candidate = id.getLong(idAt + at - first);
      boolean core = labelOf.getLong(at) != ClusterNumbers.NONE;
      if (core && (found == ClusterNumbers.NONE || Long.compareUnsigned(candidate, smallest) < 0)) {
        found = labelOf.getLong(at);
        smallest = candidate;
      }
    }
    return found;
  }
}
