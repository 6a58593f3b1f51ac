package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.doubles;
import static org.jzfof.backend.cpu.CpuArray.ints;
import static org.jzfof.backend.cpu.CpuArray.longs;
import static org.jzfof.centres.PotentialTree.FANOUT;
import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;

import org.jzfof.centres.PotentialTree;

/**
 * Makes nodes of a {@link PotentialTree} from the members, or from the nodes of the level below.
 */
final class PotentialNodes {
  private static final double MARGIN = 1 + 1e-12; // rounding of sums
  private static final int MASS = 3;
  private static final int SQUARES = 4;
  private static final int RADIUS = 5;

  private final PotentialTree finer;
  private final double[] cell;
  private final int[] anchor;
  private final double[] node;
  private final int level;
  private final long[] start;

  /**
   * @param finer members and the levels so far
   * @param anchor of the new level
   * @param node of the new level
   */
  PotentialNodes(PotentialTree finer, double[] cell, int[] anchor, double[] node) {
    this.finer = finer;
    this.cell = cell;
    this.anchor = anchor;
    this.node = node;
    this.level = finer.levels().size();
    this.start = longs(level == 0 ? finer.start() : finer.levels().get(level - 1).start());
  }

  /** Makes the nodes [from, to) of a group. */
  void make(int group, int from, int to) {
    for (int n = from; n < to; n++) {
      int first = (int) start[group] + (n - from) * FANOUT;
      makeNode(n, first, (int) Math.min(first + FANOUT, start[group + 1]));
    }
  }

  private int place(int part, int d) {
    if (level > 0) {
      return ints(finer.levels().get(level - 1).anchor())[3 * part + d];
    }
    return ints(d == 0 ? finer.x() : d == 1 ? finer.y() : finer.z())[part];
  }

  /** A number of a part; a member is in its own centre, and has no extent. */
  private double value(int part, int number) {
    if (level > 0) {
      return doubles(finer.levels().get(level - 1).node())[NODE_DOUBLES * part + number];
    }
    return number == MASS ? doubles(finer.mass())[part] : 0;
  }

  private double offset(int part, int first, int d) {
    return (place(part, d) - place(first, d)) * cell[d] + value(part, d);
  }

  /** Two passes over the parts of a node: the centre of mass, then what is about it. */
  private void makeNode(int at, int first, int end) {
    double[] centre = new double[3];
    double mass = 0;
    for (int i = first; i < end; i++) {
      mass += value(i, MASS);
      for (int d = 0; d < 3; d++) {
        centre[d] += value(i, MASS) * offset(i, first, d);
      }
    }
    for (int d = 0; d < 3; d++) {
      anchor[3 * at + d] = place(first, d);
      centre[d] = mass > 0 ? centre[d] / mass : 0;
      node[NODE_DOUBLES * at + d] = centre[d];
    }
    double squares = 0;
    double radius = 0;
    for (int i = first; i < end; i++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double distance = offset(i, first, d) - centre[d];
        square += distance * distance;
      }
      squares += value(i, SQUARES) + value(i, MASS) * square;
      radius = Math.max(radius, value(i, RADIUS) + Math.sqrt(square));
    }
    node[NODE_DOUBLES * at + MASS] = mass;
    node[NODE_DOUBLES * at + SQUARES] = squares * MARGIN;
    node[NODE_DOUBLES * at + RADIUS] = radius * MARGIN;
  }
}
