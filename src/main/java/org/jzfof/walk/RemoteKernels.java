package org.jzfof.walk;

import org.jzfof.device.DeviceArray;
import org.jzfof.tree.TreePlane;

/** Device operations on copies of nodes of other ranks, and on requests for their children. */
public interface RemoteKernels {
  /**
   * The source nodes that a list names.
   *
   * @param list pairs of a node here and one of {@code nodes} source nodes
   * @return I32 [m] increasing, none twice
   */
  DeviceArray sources(InteractionList list, long nodes);

  /**
   * Where bounds lie in an increasing array.
   *
   * @param sorted I32 [m] increasing
   * @return for each bound the number of elements below it
   */
  long[] lowerBounds(DeviceArray sorted, long[] bounds);

  /**
   * The children of some nodes, as ranges.
   *
   * @param which I32 [m] indices of nodes
   * @param coincidentOnce of a leaf whose points are all at one place only the first is wanted
   * @return I32 [2m] first child and number of children
   */
  DeviceArray childRanges(TreePlane nodes, DeviceArray which, boolean coincidentOnce);

  /**
   * Lists the rows of ranges one after the other.
   *
   * @param ranges I32 [2m] first row and number of rows
   */
  RangeRows rows(DeviceArray ranges);

  /**
   * A copy of nodes with other first children.
   *
   * @param which I32 [m] indices of nodes
   * @param first I32 [m] (or longer) the first child of each of them
   */
  TreePlane withFirstChildren(TreePlane nodes, DeviceArray which, DeviceArray first);
}
