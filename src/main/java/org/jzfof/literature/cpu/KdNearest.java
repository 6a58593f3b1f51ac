package org.jzfof.literature.cpu;

import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cpu.NearestHeap;
import org.jzfof.neighbours.cpu.RowScatter;
import org.jzfof.neighbours.cpu.WorkCounts;

/** Finds the nearest points of one query after the other in a k-d tree. */
final class KdNearest implements PointVisitor, BatchTraversal.Search {
  private final KdTraversal walk;
  private final MethodQueries queries;
  private final RealArray xyz;
  private final NearestHeap nearest;
  private final DistanceSort sort = new DistanceSort();
  private final RowScatter rows;
  private final WorkCounts work;

  KdNearest(KdTraversal walk, MethodQueries queries, Neighbours found) {
    this.walk = walk;
    this.queries = queries;
    this.xyz = new RealArray(queries.centres().xyz());
    this.nearest = new NearestHeap(found.k());
    this.rows = new RowScatter(found);
    this.work = WorkCounts.orNull(queries.work());
  }

  @Override
  public void run(int row, int i, double searchRadius) {
    nearest.start(searchRadius);
    walk.run(xyz.get(3 * row), xyz.get(3 * row + 1), xyz.get(3 * row + 2), this);
    if (work != null) {
      work.add(row, walk.visits(), walk.visits());
    }
    sort.start(nearest.count());
    for (int n = 0; n < nearest.count(); n++) {
      sort.add(nearest.distances()[n], nearest.rows()[n]);
    }
    sort.sort();
    rows.add(queries.byCurve() ? i : row, sort);
  }

  @Override
  public void finish() {
    rows.flush();
  }

  @Override
  public double bound() {
    return nearest.bound();
  }

  @Override
  public boolean offer(double distance, int row) {
    boolean accepted = nearest.accepts(distance, row);
    if (accepted) {
      nearest.add(distance, row, row);
    }
    return accepted;
  }
}
