package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.literature.btree.BTree;

/**
 * Walks a b-tree: algorithm 2. The range of children that a ball reaches is computed (equations 5
 * and 6, rounded outwards) instead of testing children one by one. Each task has its own instance.
 */
final class BTreeWalk implements TreeTraversal {
  private static final double ROUNDING = 0x1p-50;

  private final int[] cells;
  private final int[] nodes;
  private final double[] bounds;
  private final QueryImages images;
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];

  BTreeWalk(BTree tree) {
    this.cells = ints(tree.cells());
    this.nodes = ints(tree.nodes());
    this.bounds = doubles(tree.bounds());
    this.images = new QueryImages(tree.positions());
  }

  @Override
  public void run(double x, double y, double z, PointVisitor to) {
    images.run(x, y, z, to, this::walk);
  }

  private void walk() {
    for (int d = 0; d < 3; d++) {
      double radius = images.bound() + images.slack(d);
      double reach = radius + ROUNDING * (Math.abs(images.at(d)) + radius);
      lower[d] = images.at(d) - reach;
      upper[d] = images.at(d) + reach;
    }
    visit(0);
  }

  private void visit(int cell) {
    int node = cells[3 * cell + 2];
    if (node >= 0) {
      visitChildren(node);
      return;
    }
    for (int position = cells[3 * cell]; position < cells[3 * cell + 1]; position++) {
      images.visit(position);
    }
  }

  private void visitChildren(int node) {
    int branches = nodes[2 * node];
    int first = nodes[2 * node + 1];
    int acrossX = BTreeGrid.across(bounds[6 * node + 3], branches);
    int acrossY = BTreeGrid.across(bounds[6 * node + 4], branches);
    int fromX = child(lower, node, 0, branches);
    int toX = child(upper, node, 0, branches);
    int fromY = child(lower, node, 1, branches);
    int toY = child(upper, node, 1, branches);
    int toZ = child(upper, node, 2, branches);
    for (int z = child(lower, node, 2, branches); z <= toZ; z++) {
      for (int y = fromY; y <= toY; y++) {
        int row = first + acrossX * (y + acrossY * z);
        for (int cell = row + fromX; cell <= row + toX; cell++) {
          visit(cell);
        }
      }
    }
  }

  private int child(double[] x, int node, int d, int branches) {
    return BTreeGrid.child(x[d], bounds[6 * node + d], bounds[6 * node + 3 + d], branches);
  }
}
