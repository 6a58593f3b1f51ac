package org.jzfof.backend.cpu;

import java.util.Arrays;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairKernels;

/** Counts of pairs on the CPU. */
final class CpuPairKernels implements PairKernels {
  /** Nodes to share out among threads. */
  private static final int TASKS = 512;

  private final Workers workers;

  CpuPairKernels(Workers workers) {
    this.workers = workers;
  }

  @Override
  public long bytesPerPoint() {
    return 3 * Double.BYTES + 2; // coordinates and nodes
  }

  @Override
  public long[] countOwn(NeighbourIndex index, PairBins bins) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) index;
    PairTree tree = new PairTree(points);
    return count(points, tree, points, tree, bins);
  }

  @Override
  public long[] countBetween(NeighbourIndex some, NeighbourIndex others, PairBins bins) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) some;
    CpuNeighbourIndex partners = (CpuNeighbourIndex) others;
    return count(points, new PairTree(points), partners, new PairTree(partners), bins);
  }

  private long[] count(
      CpuNeighbourIndex points,
      PairTree tree,
      CpuNeighbourIndex partners,
      PairTree others,
      PairBins bins) {
    long[] total = new long[bins.count()];
    if (points.count() == 0 || partners.count() == 0) {
      return total;
    }
    SearchUnits units = points.units().reaching(points.map(), partners.units().farthest());
    BinTable table = new BinTable(bins.squares());
    double longest =
        bins.reach()
            + tree.longestLeaf()
            + others.longestLeaf()
            + 4 * max(units.slack()) / units.perLength();
    double largest = units.farthest() + max(points.distance().side());
    NearBins near = new NearBins(bins, longest, 0x1p-50 * largest);
    int plane = tree.planeOf(TASKS);
    int otherPlane = others.planeOf(TASKS);
    workers.forRange(
        tree.count(plane),
        1,
        (from, to) -> {
          long[] counts = new long[bins.count()];
          LeafPairs leaves = new LeafPairs(bins, table, near, points.distance(), tree, others);
          NodeBins nodes = new NodeBins(bins, table, points.map(), units);
          PairWalk walk = new PairWalk(tree, others, nodes, leaves, counts);
          for (int node = from; node < to; node++) {
            walk.run(plane, node, otherPlane);
          }
          leaves.addTo(counts);
          synchronized (total) {
            for (int i = 0; i < total.length; i++) {
              total[i] += counts[i];
            }
          }
        });
    return total;
  }

  private static double max(double... values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
