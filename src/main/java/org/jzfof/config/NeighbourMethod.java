package org.jzfof.config;

import java.util.Locale;

/** How nearest neighbours are found; what is found is the same. */
public enum NeighbourMethod {
  /** A tree of nodes along a space-filling curve, searched for groups of queries. */
  TREE(false, Integer.MAX_VALUE),
  /** A left-balanced k-d tree, walked without a stack. */
  KDTREE(false, Integer.MAX_VALUE),
  /** A graph of the Voronoi cells of random points, with the selection of FAISS. */
  CLOVER(true, 256),
  /** The same with a truncated bitonic sort. */
  CLOVER_BITONIC(true, 256),
  /** A grid of equal cells, searched ring by ring. */
  GRID(true, Integer.MAX_VALUE),
  /** A scan of all points for each query, with the selection of FAISS. */
  SCAN(true, 256);

  private final boolean onGpuOnly;
  private final int mostNeighbours;

  NeighbourMethod(boolean onGpuOnly, int mostNeighbours) {
    this.onGpuOnly = onGpuOnly;
    this.mostNeighbours = mostNeighbours;
  }

  /** Its name on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it is one of GPUs, where its paper places it. */
  public boolean onGpuOnly() {
    return onGpuOnly;
  }

  /** The largest k, with the particle itself. */
  public int mostNeighbours() {
    return mostNeighbours;
  }
}
