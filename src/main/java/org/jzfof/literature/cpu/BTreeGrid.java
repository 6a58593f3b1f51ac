package org.jzfof.literature.cpu;

/** Maps coordinates to the children of a node of a b-tree. */
final class BTreeGrid {
  private BTreeGrid() {}

  /**
   * Child in one dimension (equation 2), or the nearest one. It does not decrease with the
   * coordinate, roundings included, so that a range of coordinates is one of children.
   *
   * @param width of the node; 0 where it is not divided
   */
  static int child(double x, double lower, double width, int branches) {
    if (!(width > 0)) {
      return 0;
    }
    int child = (int) ((x - lower) / width * branches);
    return Math.max(0, Math.min(branches - 1, child));
  }

  /** Children of a node in a dimension. */
  static int across(double width, int branches) {
    return width > 0 ? branches : 1;
  }
}
