package org.jzfof.backend.cpu;

import java.util.Arrays;
import org.jzfof.catalogue.GroupReference;
import org.jzfof.catalogue.MemberList;
import org.jzfof.catalogue.SumColumns;
import org.jzfof.device.DeviceArray;

/**
 * Sums over the members of groups. Members are cut into blocks of fixed size, and the parts of a
 * group that spans blocks are added in order: the result does not depend on threads.
 */
final class GroupSummation {
  private static final int BLOCK = 1 << 13;
  // Velocities lie in row order: a tight loop reads a few at once, so that cache misses overlap.
  private static final int GATHER = 256;

  private final MemberList members;
  private final long[] start;
  private final long[] references;
  private final SumColumns columns;
  private final Member member;
  private final int width;
  private final double[] total;

  /**
   * @param references I64 [G·4]
   * @param sums F64 [G·width] to fill
   */
  GroupSummation(
      MemberList members,
      DeviceArray references,
      SumColumns columns,
      Member member,
      DeviceArray sums) {
    this.members = members;
    this.start = CpuArray.longs(members.start());
    this.references = CpuArray.longs(references);
    this.columns = columns;
    this.member = member;
    this.width = columns.width();
    this.total = CpuArray.doubles(sums);
  }

  void run(Workers workers) {
    int n = (int) start[members.groups()];
    int blocks = (n + BLOCK - 1) / BLOCK;
    // The part of a block that belongs to a group begun in an earlier block.
    double[][] head = new double[blocks][];
    int[] headGroup = new int[blocks];
    workers.forRange(
        n,
        BLOCK,
        (from, to) -> {
          int block = from / BLOCK;
          int g = groupOf(from);
          headGroup[block] = g;
          int m = from;
          if (start[g] < from) {
            head[block] = new double[width];
            int end = (int) Math.min(to, start[g + 1]);
            add(g, m, end, head[block], 0);
            m = end;
            g++;
          }
          for (; m < to; g++) {
            int end = (int) Math.min(to, start[g + 1]);
            Arrays.fill(total, g * width, (g + 1) * width, 0);
            add(g, m, end, total, g * width);
            m = end;
          }
        });
    for (int b = 0; b < blocks; b++) {
      if (head[b] != null) {
        for (int k = 0; k < width; k++) {
          total[headGroup[b] * width + k] += head[b][k];
        }
      }
    }
  }

  private int groupOf(int m) {
    int low = 0;
    int high = members.groups() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (start[middle] <= m) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Adds members of a group to a row of sums, which begins at a place of an array. */
  private void add(int group, int from, int to, double[] sums, int row) {
    GroupReference reference = GroupReference.of(references, group);
    float[] velocity = new float[3 * GATHER];
    for (int start = from; start < to; start += GATHER) {
      int end = Math.min(to, start + GATHER);
      for (int m = start; m < end; m++) {
        member.readVelocity(m, velocity, 3 * (m - start));
      }
      addOffsets(reference.position(), start, end, sums, row);
      addVelocities(reference.velocity(), start, end, velocity, sums, row);
    }
  }

  private void addOffsets(int[] at, int from, int to, double[] sums, int row) {
    for (int m = from; m < to; m++) {
      double mass = member.mass(m);
      int type = member.type(m);
      sums[row + columns.count(type)]++;
      sums[row + columns.mass(type)] += mass;
      for (int d = 0; d < 3; d++) {
        double offset = member.position(m, d) - at[d];
        sums[row + d] += mass * offset;
        sums[row + 3 + d] += mass * offset * offset;
      }
    }
  }

  private void addVelocities(
      float[] at, int from, int to, float[] velocity, double[] sums, int row) {
    double square = 0;
    for (int m = from; m < to; m++) {
      double mass = member.mass(m);
      for (int d = 0; d < 3; d++) {
        double u = (double) velocity[3 * (m - from) + d] - at[d];
        sums[row + 6 + d] += mass * u;
        square += mass * u * u;
      }
    }
    sums[row + 9] += square;
  }
}
