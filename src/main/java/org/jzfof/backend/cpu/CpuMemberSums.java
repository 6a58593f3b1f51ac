package org.jzfof.backend.cpu;

import java.util.Arrays;
import org.jzfof.catalogue.GroupReference;
import org.jzfof.catalogue.MemberList;
import org.jzfof.catalogue.MemberSums;
import org.jzfof.catalogue.SumColumns;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/**
 * References and sums of groups on the CPU. For the sums, members are cut into blocks of fixed
 * size, and the parts of a group that spans blocks are added in order: the result does not depend
 * on threads.
 */
final class CpuMemberSums implements MemberSums {
  private static final int GROUP_GRAIN = 64;
  private static final int BLOCK = 1 << 13;
  // Velocities lie in row order: a tight loop reads a few at once, so that cache misses overlap.
  private static final int GATHER = 256;

  private final int groups;
  private final long[] start;
  private final Member member;
  private final SumColumns columns;
  private final Workers workers;
  private final CpuMemory memory;

  CpuMemberSums(
      MemberList members,
      SortedPoints points,
      Particles particles,
      Workers workers,
      CpuMemory memory) {
    this.groups = members.groups();
    this.start = CpuArray.longs(members.start());
    this.member = new Member(members, points, particles);
    this.columns = SumColumns.of(particles);
    this.workers = workers;
    this.memory = memory;
  }

  @Override
  public DeviceArray references() {
    DeviceArray references = memory.allocate(ElementType.I64, (long) GroupReference.LONGS * groups);
    workers.forRange(
        groups,
        GROUP_GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            int best = (int) start[g];
            for (int m = best + 1; m < start[g + 1]; m++) {
              if (Long.compareUnsigned(member.id(m), member.id(best)) < 0) {
                best = m;
              }
            }
            member.reference(best).put(CpuArray.longs(references), g);
          }
        });
    return references;
  }

  @Override
  public DeviceArray sums(DeviceArray references) {
    DeviceArray sums = memory.allocate(ElementType.F64, (long) columns.width() * groups);
    sum(CpuArray.longs(references), CpuArray.doubles(sums));
    return sums;
  }

  /** Nothing is held. */
  @Override
  public void close() {}

  private void sum(long[] references, double[] total) {
    int width = columns.width();
    int n = (int) start[groups];
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
            add(GroupReference.of(references, g), m, end, head[block], 0);
            m = end;
            g++;
          }
          for (; m < to; g++) {
            int end = (int) Math.min(to, start[g + 1]);
            Arrays.fill(total, g * width, (g + 1) * width, 0);
            add(GroupReference.of(references, g), m, end, total, g * width);
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
    return Bisection.countBelow(groups - 1, g -> start[g + 1] <= m);
  }

  /** Adds members of one group to a row of sums, which begins at a place of an array. */
  private void add(GroupReference reference, int from, int to, double[] sums, int row) {
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
    int count = row + columns.count(0);
    int mass = row + columns.mass(0);
    for (int m = from; m < to; m++) {
      int type = member.type(m);
      sums[count + type]++;
      sums[mass + type] += member.mass(m);
    }
    for (int d = 0; d < 3; d++) {
      double first = 0;
      double second = 0;
      for (int m = from; m < to; m++) {
        double offset = member.position(m, d) - at[d];
        double weighted = member.mass(m) * offset;
        first += weighted;
        second += weighted * offset;
      }
      sums[row + d] += first;
      sums[row + 3 + d] += second;
    }
  }

  private void addVelocities(
      float[] at, int from, int to, float[] velocity, double[] sums, int row) {
    double square = 0;
    for (int d = 0; d < 3; d++) {
      double first = 0;
      for (int m = from; m < to; m++) {
        double u = (double) velocity[3 * (m - from) + d] - at[d];
        double weighted = member.mass(m) * u;
        first += weighted;
        square += weighted * u;
      }
      sums[row + 6 + d] += first;
    }
    sums[row + 9] += square;
  }
}
