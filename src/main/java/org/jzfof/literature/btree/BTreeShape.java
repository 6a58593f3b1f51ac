package org.jzfof.literature.btree;

/**
 * How a b-tree divides its cells (parameters of table 1).
 *
 * @param bucket s: most points of a leaf, where they can be told apart
 * @param alpha part of the bucket below which a cell has few points
 * @param beta most cells with few points, of all of a node
 * @param mostBranches most children of a node in each dimension
 */
public record BTreeShape(int bucket, double alpha, double beta, int mostBranches) {
  /** That of the paper. */
  public static final BTreeShape B_TREE = new BTreeShape(8, 0.5, 0.5, Integer.MAX_VALUE);

  /** Its limit of two children in each dimension. */
  public static final BTreeShape OCTREE = new BTreeShape(8, 0.5, 0.5, 2);

  /**
   * Children in each dimension at first (equation 1).
   *
   * @param points in the cell
   * @param dimensions in which it can be divided, at least 1
   */
  public int branches(int points, int dimensions) {
    double enough = Math.ceil(Math.pow((double) points / bucket, 1.0 / dimensions));
    return (int) Math.max(2, Math.min(mostBranches, enough));
  }

  /**
   * Whether too many cells have too few points (equation 4).
   *
   * @param few cells with at most {@link #few} points
   * @param cells of the node
   */
  public boolean isWide(int few, int cells) {
    return few > beta * cells;
  }

  /** Whether these are few points for a cell. */
  public boolean few(int points) {
    return points <= alpha * bucket;
  }
}
