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
  /** Mass of a node, behind its centre. */
  static final int MASS = 3;

  /** Its radius. */
  static final int RADIUS = 4;

  /** The first of its second moments. */
  static final int MOMENTS = 5;

  private static final double MARGIN = 1 + 1e-12; // rounding of sums

  private final boolean ofMembers;
  private final int[][] place;
  private final double[] part;
  private final long[] start;
  private final int groups;

  /**
   * @param finer members and the levels so far
   */
  PotentialNodes(PotentialTree finer) {
    this.ofMembers = finer.levels().isEmpty();
    this.groups = finer.groups();
    if (ofMembers) {
      this.place = new int[][] {ints(finer.x()), ints(finer.y()), ints(finer.z())};
      this.part = doubles(finer.mass());
      this.start = longs(finer.start());
    } else {
      PotentialTree.Level below = finer.levels().get(finer.levels().size() - 1);
      this.place = new int[][] {ints(below.anchor())};
      this.part = doubles(below.node());
      this.start = longs(below.start());
    }
  }

  /** Behind the last part of the group of a part. */
  long endOfGroup(int part) {
    return start[Bisection.countBelow(groups - 1, g -> start[g + 1] <= part) + 1];
  }

  /** Number of parts of all groups. */
  long parts() {
    return start[groups];
  }

  private int place(int i, int d) {
    return ofMembers ? place[d][i] : place[0][3 * i + d];
  }

  /** A number of a part; a member is in its own centre, and has no extent. */
  private double value(int i, int number) {
    if (ofMembers) {
      return number == MASS ? part[i] : 0;
    }
    return part[NODE_DOUBLES * i + number];
  }

  /**
   * Finds the nodes of a group: parts that follow one another in one cell.
   *
   * @param bits of the side of a cell
   * @param first takes the first part of each node, from {@code at} on; null only to count
   * @return how many nodes there are
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
    int differ = place(i, 0) ^ place(j, 0) | place(i, 1) ^ place(j, 1) | place(i, 2) ^ place(j, 2);
    return Integer.toUnsignedLong(differ) >>> bits == 0;
  }

  /**
   * Makes a node in two passes over its parts: the centre of mass, then what is about it.
   *
   * @param first part
   * @param end behind the last part
   * @param anchor takes the place of the node
   * @param node takes its numbers
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
      anchor[3 * at + d] = place(first, d);
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
      offset[d] = (place(i, d) - place(first, d)) * cell[d] + value(i, d);
    }
  }
}
