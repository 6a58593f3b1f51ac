package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.function.Supplier;
import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;
import org.jzfof.neighbours.cpu.index.QueryGroups;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;

/**
 * Counts all points within the radii of a range of queries in Morton order: walks the tree once for
 * a group of queries, and counts the points of leaves on an integer lattice. If rounding to the
 * lattice could change a decision, distances in double precision decide. {@link BallSearch} counts
 * for groups that reach around the box. Each task has its own instance.
 */
final class CountSearch {
  private static final int BATCH = 1024;

  private static final int LEAF = CpuNeighbourIndex.SHAPE.maxLeafPoints();

  /** Upper bound of the relative rounding error of a sum or a square in double precision. */
  private static final double ROUNDING = 0x1p-40;

  private final CpuNeighbourIndex index;
  private final double[] radiusOfRow;
  private final int[] rowOf;
  private final long[] counts;
  private final SortedCoordinates queries;
  private final Supplier<BallSearch> ballSearch;
  private final QueryGroups groups;
  private final QueryGroup group;
  private final GroupWalk walk;
  private final LatticeBatch batch;
  private final RadiusPredicate predicate;
  private final double[] radius = new double[QueryGroup.MAX_QUERIES];
  private final int[] inner = new int[QueryGroup.MAX_QUERIES];
  private final int[] outer = new int[QueryGroup.MAX_QUERIES];
  private final long[] sum = new long[QueryGroup.MAX_QUERIES];
  private final int[] undecided = new int[BATCH + LEAF];

  /**
   * @param queries points of the index itself, or other queries
   * @param radiusOfRow F64 [m] radii by rows of the queries
   * @param counts I64 [m] receives the counts by rows of the queries
   */
  CountSearch(
      CpuNeighbourIndex index,
      SortedCoordinates queries,
      DeviceArray radiusOfRow,
      DeviceArray counts) {
    this.index = index;
    this.queries = queries;
    this.radiusOfRow = doubles(radiusOfRow);
    this.rowOf = ints(queries.points().row());
    this.counts = longs(counts);
    this.ballSearch =
        () -> new BallSearch(index, queries, radiusOfRow, null, new BallCounts(counts));
    this.groups = new QueryGroups(index, queries);
    this.group = new QueryGroup(index.map(), index.units());
    this.walk = new GroupWalk(index, group);
    this.batch = new LatticeBatch(index, group, BATCH + LEAF);
    this.predicate = new RadiusPredicate(index, queries);
  }

  /** Answers the queries [first, end) in Morton order. */
  void run(int first, int end) {
    for (int at = first; at < end; ) {
      int next = groups.end(at, end);
      group.set(queries, at, next);
      if (fits()) {
        search();
        for (int q = 0; q < group.count(); q++) {
          counts[rowOf[at + q]] = sum[q];
          sum[q] = 0;
        }
      } else {
        ballSearch.get().run(at, next);
      }
      at = next;
    }
  }

  /** Sets the lattice for the group, and returns whether the group and its radii fit on one. */
  private boolean fits() {
    double largest = 0;
    for (int q = 0; q < group.count(); q++) {
      radius[q] = radiusOfRow[rowOf[group.first() + q]];
      largest = Math.max(largest, radius[q]);
    }
    double reach = largest * index.units().perLength();
    return !group.wraps(reach) && batch.set(reach);
  }

  private void search() {
    double perLength = index.units().perLength();
    double error = group.error(false);
    double far = 0;
    double near = Double.POSITIVE_INFINITY;
    for (int q = 0; q < group.count(); q++) {
      double r = radius[q] * perLength;
      double off = error + ROUNDING * r;
      double inside = Math.max(0, r - off);
      far = Math.max(far, (r + off) * (r + off) * (1 + ROUNDING));
      near = Math.min(near, inside * inside * (1 - ROUNDING));
      double steps = (r - off) / batch.step() - LatticeBatch.ERROR;
      inner[q] = steps > 0 ? (int) (steps * steps) : 0;
      steps = (r + off) / batch.step() + LatticeBatch.ERROR;
      outer[q] = (int) (steps * steps) + 1;
    }
    batch.clear();
    walk.start(far, near, 0);
    while (walk.next()) {
      if (walk.allNear()) {
        for (int q = 0; q < group.count(); q++) {
          sum[q] += walk.end() - walk.first();
        }
      } else {
        gather(walk.first(), walk.end());
      }
    }
    count();
  }

  private void gather(int first, int end) {
    for (int at = first; at < end; at += LEAF) {
      batch.add(at, Math.min(end, at + LEAF));
      if (batch.count() >= BATCH) {
        count();
      }
    }
  }

  private void count() {
    batch.convert();
    for (int q = 0; q < group.count(); q++) {
      int found = batch.count(q, inner[q], outer[q]);
      sum[q] += LatticeBatch.first(found);
      if (LatticeBatch.first(found) != LatticeBatch.second(found)) {
        decide(q);
      }
    }
    batch.clear();
  }

  private void decide(int q) {
    int n = batch.between(q, inner[q], outer[q], undecided);
    for (int i = 0; i < n; i++) {
      sum[q] += predicate.within(group.first() + q, undecided[i], radius[q]) ? 1 : 0;
    }
  }
}
