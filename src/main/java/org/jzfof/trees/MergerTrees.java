package org.jzfof.trees;

import java.util.Arrays;
import java.util.List;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/** Merger trees of a series of catalogues: connected haloes, and the main progenitor of each. */
public final class MergerTrees {
  private final HaloLinks links;
  private final GroupChains chains;
  private final HaloTrees trees;
  private final int[] main;
  private final Outputs outputs;
  private final List<HaloProperty> properties;

  /**
   * The catalogues.
   *
   * @param number of the snapshot of each, increasing
   * @param redshift of each
   * @param time of each
   */
  public record Outputs(int[] number, double[] redshift, double[] time) {
    /** Number of the last snapshot. */
    int last() {
      return number[number.length - 1];
    }

    /** Values of each number of a snapshot from 0 on; NaN where there is no catalogue. */
    double[] byNumber(double... values) {
      double[] all = new double[last() + 1];
      Arrays.fill(all, Double.NaN);
      for (int i = 0; i < values.length; i++) {
        all[number[i]] = values[i];
      }
      return all;
    }
  }

  /**
   * What decides on trees.
   *
   * @param length members of each halo
   * @param group number of the group of each halo in its catalogue
   * @param mostBound ID of the most bound particle of each halo; null where that is not known
   */
  public record Haloes(long[] length, long[] group, long[] mostBound) {}

  /**
   * Makes the trees.
   *
   * @param properties that tables have besides pointers
   */
  public MergerTrees(
      HaloLinks links, Haloes haloes, Outputs outputs, List<HaloProperty> properties) {
    this.links = links;
    this.outputs = outputs;
    this.properties = List.copyOf(properties);
    this.chains = GroupChains.of(links, haloes.group);
    this.trees = HaloTrees.of(links, chains, haloes.mostBound);
    this.main = MainProgenitors.of(links, haloes.length);
  }

  /** Number of haloes in all trees. */
  public int haloes() {
    return links.haloes();
  }

  /** Haloes of each tree. */
  public int[] lengths() {
    return trees.length().clone();
  }

  /** Number of main branches: one for each halo of the last catalogue. */
  public int branches() {
    return links.first(links.outputs()) - links.first(links.outputs() - 1);
  }

  HaloLinks links() {
    return links;
  }

  GroupChains chains() {
    return chains;
  }

  HaloTrees trees() {
    return trees;
  }

  /** Main progenitor of each halo. */
  int[] main() {
    return main;
  }

  Outputs outputs() {
    return outputs;
  }

  List<HaloProperty> properties() {
    return properties;
  }

  /** Haloes of the main branch of each halo of the last catalogue, branch by branch. */
  Branches mainBranches() {
    int[] row = new int[links.haloes()];
    Arrays.fill(row, SnapshotLinks.NONE);
    int[] length = new int[branches()];
    int rows = 0;
    for (int branch = 0; branch < length.length; branch++) {
      int halo = links.first(links.outputs() - 1) + branch;
      while (halo != SnapshotLinks.NONE) {
        row[halo] = rows++;
        length[branch]++;
        halo = main[halo];
      }
    }
    return new Branches(new HaloRows(links, row, rows), length);
  }

  /**
   * Main branches, in each the latest first.
   *
   * @param rows branch by branch
   * @param length of each branch
   */
  record Branches(HaloRows rows, int[] length) {}
}
