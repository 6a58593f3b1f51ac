package org.jzfof.centres.cpu;

import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;
import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import org.jzfof.centres.PotentialTree;
import org.jzfof.domain.Bisection;

/**
 * Makes nodes of a {@link PotentialTree} from parts: the members, or the nodes of the level below.
 */
final class PotentialNodes {
  /** Offset of a node's mass, after its centre. */
  static final int MASS = 3;

  /** Offset of a node's radius. */
  static final int RADIUS = 4;

  /** Offset of the first of a node's second moments. */
  static final int MOMENTS = 5;

  private static final double MARGIN = 1 + 1e-12; // rounding of sums

  private final boolean ofMembers;
  private final int[][] position;
  private final double[] part;
  private final long[] start;
  private final int groups;

  /**
   * @param finer tree with the members and the lower levels
   */
  PotentialNodes(PotentialTree finer) {
    this.ofMembers = finer.levels().isEmpty();
    this.groups = finer.groups();
    if (ofMembers) {
      this.position = new int[][] {ints(finer.x()), ints(finer.y()), ints(finer.z())};
      this.part = doubles(finer.mass());
      this.start = longs(finer.start());
    } else {
      PotentialTree.Level below = finer.levels().get(finer.levels().size() - 1);
      this.position = new int[][] {ints(below.anchor())};
      this.part = doubles(below.node());
      this.start = longs(below.start());
    }
  }

  /** Returns one past the last part of the group of a part. */
  long endOfGroup(int part) {
    return start[Bisection.countBelow(groups - 1, g -> start[g + 1] <= part) + 1];
  }

  /** Returns the number of parts of all groups. */
  long parts() {
    return start[groups];
  }

  private int position(int i, int d) {
    return ofMembers ? position[d][i] : position[0][3 * i + d];
  }

  /** Returns a value of a part; a member is at its own centre of mass and has no extent. */
  private double value(int i, int number) {
    if (ofMembers) {
      return number == MASS ? part[i] : 0;
    }
    return part[NODE_DOUBLES * i + number];
  }

  /**
   * Finds the nodes of a group: runs of consecutive parts in one cell.
   *
   * @param bits number of bits of the side of a cell
   * @param first receives the first part of each node, from {@code at} on; null for a count only
   * @return number of nodes
   */
  int find(int group, int bits, int[] first, int at) {
    int count = 0;
    for (int i = (int) start[group]; i < start[group + 1]; i++) {
      if (i == start[group] || !isOneCell(i - 1, i, bits)) {
        if (first != null) {
          first[at + count] = i;
        }
        count++;
      }
    }
    return count;
  }

  private boolean isOneCell(int i, int j, int bits) {
    int differ =
        position(i, 0) ^ position(j, 0)
            | position(i, 1) ^ position(j, 1)
            | position(i, 2) ^ position(j, 2);
    return Integer.toUnsignedLong(differ) >>> bits == 0;
  }

  /**
   * Makes a node in two passes over its parts: the centre of mass, then the moments about it.
   *
   * @param end one past the last part
   * @param anchor receives the node's anchor
   * @param node receives the node's values
   */
  void make(int at, int first, int end, double[] cell, int[] anchor, double[] node) {
    double[] centre = new double[3];
    double[] offset = new double[3];
    double mass = 0;
    for (int i = first; i < end; i++) {
      offset(i, first, cell, offset);
      mass += value(i, MASS);
      for (int d = 0; d < 3; d++) {
        centre[d] += value(i, MASS) * offset[d];
      }
    }
    int numbers = NODE_DOUBLES * at;
    for (int d = 0; d < 3; d++) {
      anchor[3 * at + d] = position(first, d);
      centre[d] = mass > 0 ? centre[d] / mass : 0;
      node[numbers + d] = centre[d];
    }
    double[] moments = new double[NODE_DOUBLES - MOMENTS];
    double radius = 0;
    for (int i = first; i < end; i++) {
      offset(i, first, cell, offset);
      for (int d = 0; d < 3; d++) {
        offset[d] -= centre[d];
      }
      double m = value(i, MASS);
      for (int d = 0; d < 3; d++) {
        int next = d < 2 ? 0 : 1; // xy, xz, yz
        int other = d == 0 ? 1 : 2;
        moments[d] += value(i, MOMENTS + d) + m * (offset[d] * offset[d]);
        moments[3 + d] += value(i, MOMENTS + 3 + d) + m * (offset[next] * offset[other]);
      }
      double square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
      radius = Math.max(radius, value(i, RADIUS) + Math.sqrt(square));
    }
    node[numbers + MASS] = mass;
    node[numbers + RADIUS] = radius * MARGIN;
    System.arraycopy(moments, 0, node, numbers + MOMENTS, moments.length);
  }

  private void offset(int i, int first, double[] cell, double[] offset) {
    for (int d = 0; d < 3; d++) {
      offset[d] = (position(i, d) - position(first, d)) * cell[d] + value(i, d);
    }
  }
}
