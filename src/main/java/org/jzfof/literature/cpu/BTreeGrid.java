package org.jzfof.literature.cpu;

/** Maps coordinates to the children of a node of a b-tree. */
final class BTreeGrid {
  private BTreeGrid() {}

  /**
   * Index of the child in one dimension (equation 2), or of the nearest child. The index does not
   * decrease with the coordinate, even with rounding, so that a range of coordinates corresponds to
   * a range of children.
   *
   * @param width width of the node; 0 in a dimension that is not divided
   */
  static int child(double x, double lower, double width, int branches) {
    if (!(width > 0)) {
      return 0;
    }
    int child = (int) ((x - lower) / width * branches);
    return Math.max(0, Math.min(branches - 1, child));
  }

  /** Number of children of a node in a dimension. */
  static int across(double width, int branches) {
    return width > 0 ? branches : 1;
  }
}
