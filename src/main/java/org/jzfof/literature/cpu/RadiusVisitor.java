package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.NeighbourLists;

/** Finds the points within the radius of one query after the other. */
final class RadiusVisitor implements PointVisitor {
  private final TreeTraversal walk;
  private final RealArray xyz;
  private final DistanceSort sort = new DistanceSort();
  private boolean listing;
  private double radius;
  private long count;

  RadiusVisitor(TreeTraversal walk, MethodQueries queries) {
    this.walk = walk;
    this.xyz = new RealArray(queries.centres().xyz());
  }

  long count(int row, double within) {
    listing = false;
    search(row, within);
    return count;
  }

  void list(int row, double within, NeighbourLists lists) {
    int start = (int) longs(lists.start())[row];
    int length = (int) (longs(lists.start())[row + 1] - start);
    listing = true;
    sort.start(length);
    search(row, within);
    sort.sort();
    System.arraycopy(sort.row(), 0, ints(lists.row()), start, length);
    System.arraycopy(sort.distance(), 0, doubles(lists.distance()), start, length);
  }

  private void search(int row, double within) {
    radius = within;
    count = 0;
    walk.run(xyz.get(3 * row), xyz.get(3 * row + 1), xyz.get(3 * row + 2), this);
  }

  @Override
  public double bound() {
    return radius;
  }

  @Override
  public boolean offer(double distance, int row) {
    boolean within = distance <= radius;
    if (within) {
      count++;
      if (listing) {
        sort.add(distance, row);
      }
    }
    return within;
  }
}
