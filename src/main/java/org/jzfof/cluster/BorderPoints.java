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
 * Gives particles that are no core points the label of their nearest core point; of several at one
 * distance, that of the one with the smallest ID.
 */
final class BorderPoints {
  private final Backend backend;
  private final RadiusSearch answers;
  private final Communicator comm;
  private final boolean[] core;
  private final long[] label;
  private final RowLookup ids;
  private final HostMemory host = new HostMemory();

  /**
   * @param answers on all particles
   * @param core which particles of this rank are core points
   * @param label of these, {@link ClusterNumbers#NONE} for the others
   * @param ids of all particles
   */
  BorderPoints(
      Backend backend,
      RadiusSearch answers,
      Communicator comm,
      boolean[] core,
      long[] label,
      RowLookup ids) {
    this.backend = backend;
    this.answers = answers;
    this.comm = comm;
    this.core = core;
    this.label = label;
    this.ids = ids;
  }

  /**
   * Sets the labels of the particles that are no core points, as far as one is near; every rank
   * calls it.
   *
   * @param points all of this rank
   * @param counts particles within eps of each
   */
  void attach(Coordinates points, long[] counts, ClusterSearch.Problem problem) {
    int[] rows = IntStream.range(0, core.length).filter(i -> !core[i]).toArray();
    long[] total = {core.length};
    comm.sum(total);
    RowLookup labels =
        new RowLookup(
            comm,
            new EvenShares(total[0], comm.size()),
            row -> core[(int) row] ? label[(int) row] : ClusterNumbers.NONE,
            ClusterNumbers.NONE);
    long block = Math.max(1, BlockSize.ofLists(comm).pairs() / problem.minPoints());
    SharedBlocks.forEach(
        comm,
        rows.length,
        block,
        (from, count) -> {
          int[] some = Arrays.copyOfRange(rows, (int) from, (int) (from + count));
          attach(some, near(points, some, counts, problem.eps()), labels);
        });
  }

  /** What is within eps of particles, each of which has fewer neighbours than a core point. */
  private Near near(Coordinates points, int[] rows, long[] counts, double eps) {
    long[] length = Arrays.stream(rows).mapToLong(row -> counts[row]).toArray();
    double[] radius = QueryRadii.same(eps).between(0, rows.length);
    Coordinates places = ClusterSearch.at(backend, points, rows);
    return new Near(ArrayParts.starts(length), answers.find(places, radius, length));
  }

  /**
   * Neighbours of particles, nearest first.
   *
   * @param start where the list of each begins, and the end of the last
   */
  private record Near(long[] start, RadiusSearch.Lists lists) {}

  private void attach(int[] rows, Near near, RowLookup labels) {
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
      try (HostColumn asked = ranges(row, first, end);
          HostColumn id = ids.get(asked, host)) {
        int at = 0;
        for (int i = 0; i < rows.length; i++) {
          label[rows[i]] = ofLeastId(labelOf, first[i], end[i], id, at);
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

  /** Those rows that lie in ranges of places, range after range. */
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
   * @param id of the particles from the first one on
   * @param idAt where those begin
   */
  private static long ofLeastId(HostColumn labelOf, int first, int end, HostColumn id, int idAt) {
    long found = ClusterNumbers.NONE;
    long least = 0;
    for (int at = first; at < end; at++) {
      long own = id.getLong(idAt + at - first);
      boolean core = labelOf.getLong(at) != ClusterNumbers.NONE;
      if (core && (found == ClusterNumbers.NONE || Long.compareUnsigned(own, least) < 0)) {
        found = labelOf.getLong(at);
        least = own;
      }
    }
    return found;
  }
}
