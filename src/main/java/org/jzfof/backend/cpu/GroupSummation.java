package org.jzfof.backend.cpu;

import org.jzfof.catalogue.GroupReferences;
import org.jzfof.catalogue.GroupSums;
import org.jzfof.catalogue.MemberList;

/**
 * Sums over the members of groups. Members are cut into blocks of fixed size, and the parts of a
 * group that spans blocks are added in order: the result does not depend on threads.
 */
final class GroupSummation {
  private static final int BLOCK = 1 << 13;
  private static final int MOMENTS = GroupSums.MOMENTS;
  // Velocities lie in row order: a tight loop reads a few at once, so that cache misses overlap.
  private static final int GATHER = 256;

  private final Workers workers;
  private final MemberList members;
  private final long[] start;
  private final GroupReferences references;
  private final Member member;
  private final int types;
  private final GroupSums total;

  GroupSummation(Workers workers, MemberList members, GroupReferences references, Member member) {
    this.workers = workers;
    this.members = members;
    this.start = CpuArray.longs(members.start());
    this.references = references;
    this.member = member;
    this.types = member.types();
    this.total = zeros(members.groups());
  }

  private GroupSums zeros(int groups) {
    return new GroupSums(
        types, new long[groups * types], new double[groups * types], new double[groups * MOMENTS]);
  }

  GroupSums sums() {
    int n = (int) start[members.groups()];
    int blocks = (n + BLOCK - 1) / BLOCK;
    // The part of a block that belongs to a group begun in an earlier block.
    GroupSums[] head = new GroupSums[blocks];
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
            head[block] = zeros(1);
            int end = (int) Math.min(to, start[g + 1]);
            add(g, m, end, head[block], 0);
            m = end;
            g++;
          }
          for (; m < to; g++) {
            int end = (int) Math.min(to, start[g + 1]);
            add(g, m, end, total, g);
            m = end;
          }
        });
    for (int b = 0; b < blocks; b++) {
      if (head[b] != null) {
        merge(head[b], headGroup[b]);
      }
    }
    return total;
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

  private void merge(GroupSums part, int group) {
    for (int t = 0; t < types; t++) {
      total.count()[group * types + t] += part.count()[t];
      total.mass()[group * types + t] += part.mass()[t];
    }
    for (int k = 0; k < MOMENTS; k++) {
      total.moments()[group * MOMENTS + k] += part.moments()[k];
    }
  }

  private void add(int group, int from, int to, GroupSums sums, int slot) {
    float[] velocity = new float[3 * GATHER];
    for (int start = from; start < to; start += GATHER) {
      int end = Math.min(to, start + GATHER);
      for (int m = start; m < end; m++) {
        member.readVelocity(m, velocity, 3 * (m - start));
      }
      addOffsets(group, start, end, sums, slot);
      addVelocities(group, start, end, velocity, sums.moments(), slot * MOMENTS);
    }
  }

  private void addOffsets(int group, int from, int to, GroupSums sums, int slot) {
    int[] at = references.position();
    double[] moment = sums.moments();
    int base = slot * MOMENTS;
    for (int m = from; m < to; m++) {
      double mass = member.mass(m);
      int type = slot * types + member.type(m);
      sums.count()[type]++;
      sums.mass()[type] += mass;
      for (int d = 0; d < 3; d++) {
        double offset = member.position(m, d) - at[3 * group + d];
        moment[base + d] += mass * offset;
        moment[base + 3 + d] += mass * offset * offset;
      }
    }
  }

  private void addVelocities(
      int group, int from, int to, float[] velocity, double[] moment, int base) {
    float[] at = references.velocity();
    double square = 0;
    for (int m = from; m < to; m++) {
      double mass = member.mass(m);
      for (int d = 0; d < 3; d++) {
        double u = (double) velocity[3 * (m - from) + d] - at[3 * group + d];
        moment[base + 6 + d] += mass * u;
        square += mass * u * u;
      }
    }
    moment[base + 9] += square;
  }
}
