package org.jzfof.literature.btree;

/**
 * Parameters of the division of cells in a b-tree (table 1).
 *
 * @param bucket largest number of points s of a leaf whose points do not coincide
 * @param alpha fraction of the bucket up to which a cell has few points
 * @param beta largest fraction of the children of a node that may have few points
 * @param maxBranches largest number of children of a node in each dimension
 */
public record BTreeShape(int bucket, double alpha, double beta, int maxBranches) {
  /** The shape of the paper. */
  public static final BTreeShape B_TREE = new BTreeShape(8, 0.5, 0.5, Integer.MAX_VALUE);

  /** The octree: two children in each dimension. */
  public static final BTreeShape OCTREE = new BTreeShape(8, 0.5, 0.5, 2);

  /**
   * Initial number of children in each dimension (equation 1).
   *
   * @param dimensions number of dimensions in which the cell can be divided, at least 1
   */
  public int branches(int points, int dimensions) {
    double required = Math.ceil(Math.pow((double) points / bucket, 1.0 / dimensions));
    return (int) Math.max(2, Math.min(maxBranches, required));
  }

  /**
   * Whether too many cells have too few points (equation 4).
   *
   * @param sparse number of children with few points ({@link #isSparse})
   */
  public boolean isWide(int sparse, int cells) {
    return sparse > beta * cells;
  }

  /** Whether a number of points is few for a cell. */
  public boolean isSparse(int points) {
    return points <= alpha * bucket;
  }
}
