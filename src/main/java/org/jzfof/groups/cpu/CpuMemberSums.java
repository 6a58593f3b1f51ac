package org.jzfof.groups.cpu;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.ExactSums;
import org.jzfof.groups.ExactSums.Slices;
import org.jzfof.groups.GroupReference;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.MemberSums;
import org.jzfof.groups.SumColumns;
import org.jzfof.threads.Parallel;

/**
 * References and sums of groups on the CPU. For the sums, members are divided into blocks of fixed
 * size, and the parts of a group that spans blocks are added at the end.
 */
final class CpuMemberSums implements MemberSums {
  private static final int GROUP_GRAIN = 64;
  private static final int BLOCK = 1 << 13;
  // Velocities are in row order; a tight loop reads several at once, so that cache misses overlap.
  private static final int GATHER = 256;
  private static final double PER_CELL = 1 / SumColumns.CELLS;

  private final int groups;
  private final long[] start;
  private final MemberFields member;
  private final SumColumns columns;
  private final Magnitudes magnitudes;
  private final CpuMemory memory;

  CpuMemberSums(MemberList members, SortedPoints points, Particles particles, CpuMemory memory) {
    this.groups = members.groups();
    this.start = CpuArray.longs(members.start());
    this.member = new MemberFields(members, points, particles);
    this.columns = SumColumns.of(particles);
    this.magnitudes = particles.magnitudes();
    this.memory = memory;
  }

  @Override
  public DeviceArray references() {
    DeviceArray references = memory.allocate(ElementType.I64, (long) GroupReference.LONGS * groups);
    Parallel.forRange(
        groups,
        GROUP_GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            reference(g).put(CpuArray.longs(references), g);
          }
        });
    return references;
  }

  private GroupReference reference(int group) {
    int best = (int) start[group];
    for (int m = best + 1; m < start[group + 1]; m++) {
      if (Long.compareUnsigned(member.id(m), member.id(best)) < 0) {
        best = m;
      }
    }
    double mass = magnitudes.largestMass();
    double speed = magnitudes.largestSpeed();
    if (!GroupReference.commonUnits(magnitudes)) {
      mass = largestMass(group);
      speed = largestSpeed(group);
    }
    return member.reference(
        best, GroupReference.exponentAbove(mass), GroupReference.exponentAbove(speed));
  }

  private double largestMass(int group) {
    double largest = 0;
    for (int m = (int) start[group]; m < start[group + 1]; m++) {
      largest = Math.max(largest, member.mass(m));
    }
    return largest;
  }

  private double largestSpeed(int group) {
    double largest = 0;
    double[] velocity = new double[3];
    for (int m = (int) start[group]; m < start[group + 1]; m++) {
      member.readVelocity(m, velocity, 0);
      for (double component : velocity) {
        largest = Math.max(largest, Math.abs(component));
      }
    }
    return largest;
  }

  @Override
  public DeviceArray sums(DeviceArray references) {
    DeviceArray sums = memory.allocate(ElementType.I64, (long) columns.width() * groups);
    sum(CpuArray.longs(references), CpuArray.longs(sums));
    return sums;
  }

  @Override
  public DeviceArray enclosingRadii(DeviceArray references, DeviceArray sums, FixedPoint map) {
    DeviceArray radii = memory.allocate(ElementType.F64, groups);
    Parallel.forRange(
        groups,
        GROUP_GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            int[] at = GroupReference.of(CpuArray.longs(references), g).position();
            double[] mean = columns.means(CpuArray.longs(sums), g * columns.width());
            CpuArray.doubles(radii)[g] = Math.sqrt(largestSquare(g, at, mean, map.cell()));
          }
        });
    return radii;
  }

  /**
   * Returns the squared distance of the member that is farthest from the mean offset of all
   * members.
   */
  private double largestSquare(int group, int[] at, double[] mean, double[] cell) {
    double largest = 0;
    for (int m = (int) start[group]; m < start[group + 1]; m++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double cells = (member.position(m, d) - at[d]) - mean[d] * SumColumns.CELLS;
        double length = cells * cell[d];
        square += length * length;
      }
      largest = Math.max(largest, square);
    }
    return largest;
  }

  /** Does nothing, as no data are kept. */
  @Override
  public void close() {}

  private void sum(long[] references, long[] total) {
    int width = columns.width();
    int n = (int) start[groups];
    int blocks = (n + BLOCK - 1) / BLOCK;
    // Sums of the members of a block that belong to a group begun in an earlier block.
    long[][] head = new long[blocks][];
    int[] headGroup = new int[blocks];
    Parallel.forRange(
        n,
        BLOCK,
        (from, to) -> {
          int block = from / BLOCK;
          Adder adder = new Adder();
          int g = groupOf(from);
          headGroup[block] = g;
          int m = from;
          if (start[g] < from) {
            head[block] = new long[width];
            int end = (int) Math.min(to, start[g + 1]);
            adder.add(GroupReference.of(references, g), m, end, head[block], 0);
            m = end;
            g++;
          }
          for (; m < to; g++) {
            int end = (int) Math.min(to, start[g + 1]);
            Arrays.fill(total, g * width, (g + 1) * width, 0);
            adder.add(GroupReference.of(references, g), m, end, total, g * width);
            m = end;
          }
        });
    for (int b = 0; b < blocks; b++) {
      if (head[b] != null) {
        ExactSums.addRow(total, headGroup[b] * width, head[b], 0, width);
      }
    }
  }

  private int groupOf(int m) {
    return Bisection.countBelow(groups - 1, g -> start[g + 1] <= m);
  }

  /** Adds members up; groups are mostly much shorter than the arrays, which are made once. */
  private final class Adder {
    private final double[] mass = new double[GATHER];
    private final double[] velocity = new double[3 * GATHER];
    private final int[] slot = new int[GATHER];

    /** Adds members of one group to the row of sums that begins at index {@code row}. */
    void add(GroupReference reference, int from, int to, long[] sums, int row) {
      double perMass = Math.scalb(1.0, -reference.massExponent());
      double perSpeed = Math.scalb(1.0, -reference.speedExponent() - 1);
      for (int start = from; start < to; start += GATHER) {
        int end = Math.min(to, start + GATHER);
        for (int m = start; m < end; m++) {
          member.readVelocity(m, velocity, 3 * (m - start));
          mass[m - start] = member.mass(m) * perMass;
          slot[m - start] = member.type(m) - columns.firstType();
        }
        addMasses(end - start, sums, row);
        addOffsets(reference.position(), start, end, sums, row);
        addVelocities(reference.velocity(), perSpeed, end - start, sums, row);
      }
    }

    private void addMasses(int count, long[] sums, int row) {
      for (int s = 0; s < columns.slots(); s++) {
        int type = columns.firstType() + s;
        Slices sum = new Slices();
        int members = 0;
        for (int i = 0; i < count; i++) {
          if (slot[i] == s) {
            sum.add(mass[i]);
            members++;
          }
        }
        sum.addTo(sums, row + columns.mass(type));
        ExactSums.add(sums, row + columns.count(type), members, 0);
      }
    }

    private void addOffsets(int[] at, int from, int to, long[] sums, int row) {
      for (int d = 0; d < 3; d++) {
        Slices first = new Slices();
        Slices second = new Slices();
        for (int m = from; m < to; m++) {
          double offset = (member.position(m, d) - at[d]) * PER_CELL;
          double weighted = mass[m - from] * offset;
          first.add(weighted);
          second.add(weighted * offset);
        }
        first.addTo(sums, row + columns.moment(d));
        second.addTo(sums, row + columns.moment(3 + d));
      }
    }

    private void addVelocities(double[] at, double perSpeed, int count, long[] sums, int row) {
      Slices square = new Slices();
      for (int d = 0; d < 3; d++) {
        Slices first = new Slices();
        double middle = at[d] * perSpeed;
        for (int i = 0; i < count; i++) {
          double u = velocity[3 * i + d] * perSpeed - middle;
          double weighted = mass[i] * u;
          first.add(weighted);
          square.add(weighted * u);
        }
        first.addTo(sums, row + columns.moment(6 + d));
      }
      square.addTo(sums, row + columns.moment(9));
    }
  }
}
