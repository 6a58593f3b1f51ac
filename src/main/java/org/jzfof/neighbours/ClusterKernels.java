package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Device operations that make clusters of points and number them. A point is a core point if its
 * count of neighbours is at least a minimum. Groups are a forest of pointers between points: a root
 * points to itself, any other point to a lower point of the same group.
 */
public interface ClusterKernels {
  /** Stands for no point and for no cluster. */
  int NONE = -1;

  /**
   * Selects points by their counts.
   *
   * @param counts I64 [at least n]
   * @return I32 increasing rows below n whose counts are in the range [from, to)
   */
  DeviceArray select(DeviceArray counts, long n, long from, long to);

  /**
   * Sorts rows by a column; the sort is stable.
   *
   * @param rows I32 [m] different indices into the column; not changed
   * @param column I64 [n], unsigned
   * @param decreasing whether large numbers come first
   * @return I32 [m] the same rows in the order of their numbers
   */
  DeviceArray sort(DeviceArray rows, DeviceArray column, boolean decreasing);

  /**
   * Unites the groups of pairs of points.
   *
   * @param pointers I32 [n]; modified, and not contracted
   * @param points I32 [m] one point of each pair
   * @param other I32 [m] index in {@code rows} of the other point of each pair, or {@link #NONE}
   *     without a pair
   * @param rows I32 indices of points
   */
  void unite(DeviceArray pointers, DeviceArray points, DeviceArray other, DeviceArray rows);

  /**
   * Clusters and their members.
   *
   * @param roots I32 [clusters] lowest member of each cluster, increasing
   * @param label I32 [n] index of the cluster of each point, or {@link #NONE}
   */
  record Labels(DeviceArray roots, DeviceArray label) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(roots, label);
    }
  }

  /**
   * Finds the groups with a core point that have members among the first n points.
   *
   * @param pointers I32 [at least n], contracted; a point that is no core point is alone in its
   *     group, or in a group with a core point
   * @param counts I64, one count per pointer
   * @param minPoints smallest count of a core point
   */
  Labels labels(DeviceArray pointers, DeviceArray counts, long n, long minPoints);

  /**
   * Sums over the members of clusters.
   *
   * @param size I64 [clusters] number of members
   * @param cores I64 [clusters] number of core points among them
   * @param firstId I64 [clusters] smallest ID of a member, unsigned
   */
  record Sums(DeviceArray size, DeviceArray cores, DeviceArray firstId) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(size, cores, firstId);
    }
  }

  /**
   * Sums over the members of clusters.
   *
   * @param counts I64 [at least n]
   * @param minPoints smallest count of a core point
   * @param ids I64 [at least n]
   */
  Sums sums(Labels labels, DeviceArray counts, long minPoints, DeviceArray ids);

  /**
   * Replaces the label of each member by twice the number of its cluster, plus 1 if the member is a
   * core point.
   *
   * @param label I32 [n] from {@link #labels}; changed
   * @param number I32 [clusters] numbers below 2^30
   * @param counts I64 [at least n]
   * @param minPoints smallest count of a core point
   */
  void number(DeviceArray label, DeviceArray number, DeviceArray counts, long minPoints);

  /**
   * Copies values to their rows.
   *
   * @param values I32 [n]; closed
   * @param rows I64 [n] every row of the range [first, first + n) once
   * @return I32 [n] values in the order of their rows
   */
  DeviceArray inOrder(DeviceArray values, DeviceArray rows, long first);
}
