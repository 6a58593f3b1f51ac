package org.jzfof.methods;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourIndex;

/**
 * A left-balanced k-d tree: Wald 2022 (arXiv:2211.00120v2). Its nodes are places with a point or
 * more, in level order, so that the number of a node says who its parent and children are.
 *
 * <p>The paper has no periodic boxes and no points that coincide. Here planes are in a periodic box
 * at coordinates wrapped into it, and points at one place are one node and a list of rows: of a
 * million points at one place only the first k can be neighbours of anything.
 *
 * @param box of the points
 * @param dimensions that are split, level by level in turn; those in which a periodic box is flat
 *     are not
 * @param points as they were read
 * @param nodes number of nodes
 * @param xyz F32 or F64 [3 nodes], wrapped
 * @param row I32 [nodes] smallest row at each
 * @param next I32 [n] next row at the place of each, or null where no points coincide
 * @param isWrapped whether coordinates of nodes are not always those of their points
 * @param slack above the error of coordinates that were wrapped, in each dimension; 0 where none
 *     was
 * @param order I32 [n] rows along a space-filling curve
 */
public record KdTree(
    Box box,
    int[] dimensions,
    Coordinates points,
    long nodes,
    DeviceArray xyz,
    DeviceArray row,
    DeviceArray next,
    boolean isWrapped,
    double[] slack,
    DeviceArray order)
    implements NeighbourIndex {
  /** Above the roundings of a coordinate that is wrapped, relative to it and to the side. */
  public static final double ROUNDING = 0x1p-48;

  @Override
  public long count() {
    return points.count();
  }

  /** Side of a dimension in which distances wrap, else infinity. */
  public double period(int d) {
    return box.periodic() && box.size()[d] > 0 ? box.size()[d] : Double.POSITIVE_INFINITY;
  }

  @Override
  public void close() {
    Cleanup.close(xyz, row, next, order);
  }
}
