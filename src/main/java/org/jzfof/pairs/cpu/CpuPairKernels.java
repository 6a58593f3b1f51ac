package org.jzfof.pairs.cpu;

import java.util.Arrays;
import org.jzfof.groups.ExactSums;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.SearchUnits;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairKernels;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.WeightedIndex;
import org.jzfof.threads.Parallel;

/** Counts of pairs on the CPU. */
public final class CpuPairKernels implements PairKernels {
  /** Number of nodes to distribute over threads. */
  private static final int TASKS = 512;

  @Override
  public long bytesPerPoint(boolean weighted) {
    return 3 * Double.BYTES + 2 + (weighted ? Long.BYTES : 0); // coordinates, nodes, weights
  }

  @Override
  public PairTotals autoPairs(WeightedIndex index, PairBins bins) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) index.index();
    PairTree tree = new PairTree(points, index.weights());
    return count(points, tree, points, tree, bins);
  }

  @Override
  public PairTotals crossPairs(WeightedIndex first, WeightedIndex second, PairBins bins) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) first.index();
    CpuNeighbourIndex partners = (CpuNeighbourIndex) second.index();
    return count(
        points,
        new PairTree(points, first.weights()),
        partners,
        new PairTree(partners, second.weights()),
        bins);
  }

  private PairTotals count(
      CpuNeighbourIndex points,
      PairTree tree,
      CpuNeighbourIndex partners,
      PairTree partnerTree,
      PairBins bins) {
    boolean weighted = tree.weighted();
    long[] total = new long[bins.count()];
    long[] sums = new long[weighted ? ExactSums.LONGS * total.length : 0];
    if (points.count() > 0 && partners.count() > 0) {
      add(points, tree, partners, partnerTree, bins, total, sums);
    }
    return new PairTotals(total, weighted ? ExactSums.integers(sums) : null);
  }

  private void add(
      CpuNeighbourIndex points,
      PairTree tree,
      CpuNeighbourIndex partners,
      PairTree partnerTree,
      PairBins bins,
      long[] total,
      long[] sums) {
    SearchUnits units = points.units().covering(points.map(), partners.units().farthest());
    BinTable table = new BinTable(bins.squares());
    double longest =
        bins.largestDistance()
            + tree.longestLeaf()
            + partnerTree.longestLeaf()
            + 4 * max(units.slack()) / units.perLength();
    double largest = units.farthest() + max(points.distance().side());
    NearBins near = new NearBins(bins, longest, 0x1p-50 * largest);
    int level = tree.levelOf(TASKS);
    int otherLevel = partnerTree.levelOf(TASKS);
    Parallel.forRange(
        tree.count(level),
        1,
        (from, to) -> {
          long[] counts = new long[bins.count()];
          PairProducts products =
              tree.weighted() ? new PairProducts(tree, partnerTree, total.length) : null;
          LeafPairs leaves =
              new LeafPairs(bins, table, near, points.distance(), tree, partnerTree, products);
          NodeBins nodes = new NodeBins(bins, table, points.map(), units);
          PairWalk walk = new PairWalk(tree, partnerTree, nodes, leaves, counts, products);
          for (int node = from; node < to; node++) {
            walk.run(level, node, otherLevel);
          }
          leaves.addTo(counts);
          synchronized (total) {
            for (int i = 0; i < total.length; i++) {
              total[i] += counts[i];
            }
            if (products != null) {
              products.addTo(sums);
            }
          }
        });
  }

  private static double max(double... values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
