package org.jzfof.trees.merger;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * Merger trees of a series of catalogues: the assignment of haloes to trees, and the main
 * progenitor of each halo.
 */
public final class MergerTrees {
  private final HaloLinks links;
  private final GroupChains chains;
  private final HaloTrees trees;
  private final Progenitors progenitors;
  private final Outputs outputs;
  private final List<HaloProperty> properties;

  /**
   * The catalogues of the trees.
   *
   * @param number snapshot number of each catalogue, increasing
   */
  public record Outputs(int[] number, double[] redshift, double[] time) {
    /** Number of the last snapshot. */
    public int last() {
      return number[number.length - 1];
    }

    /**
     * Returns values indexed by the number of the snapshot, from 0; NaN for snapshots without a
     * catalogue.
     */
    public double[] byNumber(double... values) {
      double[] all = new double[last() + 1];
      Arrays.fill(all, Double.NaN);
      for (int i = 0; i < values.length; i++) {
        all[number[i]] = values[i];
      }
      return all;
    }
  }

  /**
   * The columns that determine the trees.
   *
   * @param length number of members of each halo
   * @param group number of the group of each halo in its catalogue
   * @param mostBound ID of the most bound particle of each halo; null if unknown
   */
  public record Haloes(long[] length, long[] group, long[] mostBound) {}

  /** Builds the trees. */
  public MergerTrees(
      HaloLinks links, Haloes haloes, Outputs outputs, List<HaloProperty> properties) {
    this.links = links;
    this.outputs = outputs;
    this.properties = List.copyOf(properties);
    this.chains = GroupChains.of(links, haloes.group);
    this.trees = HaloTrees.of(links, chains, haloes.mostBound);
    this.progenitors = Progenitors.of(links, haloes.length);
  }

  /** Number of haloes in all trees. */
  public int haloes() {
    return links.haloes();
  }

  /** Number of haloes of each tree. */
  public int[] lengths() {
    return trees.length().clone();
  }

  /** Number of main branches: one for each halo of the last catalogue. */
  public int branches() {
    return links.first(links.outputs()) - links.first(links.outputs() - 1);
  }

  public HaloLinks links() {
    return links;
  }

  public GroupChains chains() {
    return chains;
  }

  public HaloTrees trees() {
    return trees;
  }

  public Progenitors progenitors() {
    return progenitors;
  }

  public Outputs outputs() {
    return outputs;
  }

  public List<HaloProperty> properties() {
    return properties;
  }

  /** Returns the property with a name; empty if the catalogues lack it. */
  public Optional<HaloProperty> property(String name) {
    return properties.stream().filter(property -> property.name().equals(name)).findFirst();
  }

  /** Returns the main branch of each halo of the last catalogue, branch by branch. */
  public Branches mainBranches() {
    int[] row = new int[links.haloes()];
    Arrays.fill(row, SnapshotLinks.NONE);
    int[] length = new int[branches()];
    int rows = 0;
    for (int branch = 0; branch < length.length; branch++) {
      int halo = links.first(links.outputs() - 1) + branch;
      while (halo != SnapshotLinks.NONE) {
        row[halo] = rows++;
        length[branch]++;
        halo = progenitors.main()[halo];
      }
    }
    return new Branches(new HaloRows(links, row, rows), length);
  }

  /**
   * Main branches, in each branch the latest halo first.
   *
   * @param rows rows of the haloes, branch by branch
   * @param length number of haloes of each branch
   */
  public record Branches(HaloRows rows, int[] length) {}
}
