package org.jzfof.groups.cpu;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.GroupOrder;
import org.jzfof.groups.GroupSums;
import org.jzfof.groups.GroupTable;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.MemberSums;
import org.jzfof.groups.RowsByGroup;
import org.jzfof.groups.SubhaloLabels;
import org.jzfof.groups.SumColumns;
import org.jzfof.threads.Parallel;

/** Groups and their properties on the CPU. */
public final class CpuGroupKernels implements GroupKernels {
  private static final int GROUP_GRAIN = 64;
  private static final int POINT_GRAIN = 1 << 16;
  private static final int LARGE_GROUP = 1 << 17;

  private final CpuMemory memory;

  public CpuGroupKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray lengths(DeviceArray pointers) {
    return new MemberSelector(memory, pointers).lengths();
  }

  @Override
  public MemberList select(DeviceArray pointers, DeviceArray lengths, int minLength, int[] kept) {
    return new MemberSelector(memory, pointers).select(lengths, minLength, kept);
  }

  @Override
  public MemberSums memberSums(MemberList members, SortedPoints points, Particles particles) {
    return new CpuMemberSums(members, points, particles, memory);
  }

  @Override
  public int[] numbersOf(MemberList members, int[] roots) {
    int[] all = CpuArray.ints(members.roots());
    int groups = members.groups();
    return Arrays.stream(roots)
        .map(root -> Math.max(-1, Arrays.binarySearch(all, 0, groups, root)))
        .toArray();
  }

  @Override
  public void replaceRows(DeviceArray rows, int width, int[] which, long[] values) {
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(values, i * width, CpuArray.longs(rows), which[i] * width, width);
    }
  }

  @Override
  public DeviceArray order(DeviceArray rows, int width) {
    return memory.upload(
        GroupOrder.of(column(rows, width, GroupTable.LENGTH), column(rows, width, GroupTable.ID)));
  }

  private static long[] column(DeviceArray rows, int width, int column) {
    long[] values = new long[(int) (rows.length() / width)];
    Arrays.setAll(values, i -> CpuArray.longs(rows)[i * width + column]);
    return values;
  }

  @Override
  public GroupTable table(
      MemberList members,
      DeviceArray references,
      DeviceArray sums,
      DeviceArray radii,
      SumColumns columns,
      FixedPoint map) {
    int[] all = new int[members.groups()];
    Arrays.setAll(all, g -> g);
    GroupSums rows =
        GroupSums.of(
            map,
            columns,
            CpuArray.longs(sums),
            CpuArray.longs(references),
            radii == null ? null : CpuArray.doubles(radii),
            all);
    int[] order = rows.order();
    try (Scope results = new Scope()) {
      return results.keep(
          new GroupTable(
              columns.types(),
              results.add(memory.upload(rows.toTable(order))),
              results.add(memory.upload(order))));
    }
  }

  @Override
  public DeviceArray memberIds(
      MemberList members, int[] order, SortedPoints points, Particles particles) {
    int groups = members.groups();
    long[] start = new long[groups + 1];
    for (int g = 0; g < groups; g++) {
      start[g + 1] = start[g] + length(members, order[g]);
    }
    DeviceArray all = memory.allocate(ElementType.I64, start[groups]);
    long[] ids = CpuArray.longs(all);
    MemberFields member = new MemberFields(members, points, particles);
    Parallel.forRange(
        groups,
        GROUP_GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            if (length(members, order[g]) <= LARGE_GROUP) {
              listIds(members, order[g], member, ids, (int) start[g]);
            }
          }
        });
    for (int g = 0; g < groups; g++) {
      if (length(members, order[g]) > LARGE_GROUP) {
        listIds(members, order[g], member, ids, (int) start[g]);
      }
    }
    return all;
  }

  @Override
  public DeviceArray labels(MemberList members, DeviceArray number, SortedPoints points) {
    DeviceArray labels = none(points);
    int[] label = CpuArray.ints(labels);
    int[] numberOf = CpuArray.ints(number);
    forEachMember(members, points, (g, m, row) -> label[row] = numberOf[g]);
    return labels;
  }

  @Override
  public SubhaloLabels subhaloLabels(
      MemberList members, DeviceArray first, DeviceArray labels, SortedPoints points) {
    SubhaloLabels found = new SubhaloLabels(none(points), none(points));
    int[] number = CpuArray.ints(found.number());
    int[] memberIndex = CpuArray.ints(found.memberIndex());
    int[] firstOf = CpuArray.ints(first);
    long[] label = CpuArray.longs(labels);
    forEachMember(
        members,
        points,
        (g, m, row) -> {
          if (label[m] >= 0) {
            number[row] = firstOf[g] + (int) (label[m] >> Integer.SIZE);
            memberIndex[row] = (int) label[m];
          }
        });
    return found;
  }

  @Override
  public RowsByGroup sortByGroup(DeviceArray labels, DeviceArray memberIndex) {
    int n = (int) labels.length();
    int[] label = CpuArray.ints(labels);
    int[] index = memberIndex == null ? null : CpuArray.ints(memberIndex);
    DeviceArray words = memory.allocate(ElementType.I64, n);
    long[] word = CpuArray.longs(words);
    Parallel.forRange(
        n,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int key = index != null && index[i] != NO_GROUP ? IN_SUBHALO : label[i];
            word[i] = (long) key << Integer.SIZE | i;
          }
        });
    try (Scope results = new Scope();
        DeviceArray sorted = new RadixSort(memory).sort(words, Integer.SIZE, Integer.SIZE)) {
      RowsByGroup rows =
          new RowsByGroup(
              results.add(memory.allocate(ElementType.I32, n)),
              results.add(memory.allocate(ElementType.I32, n)));
      int[] keys = CpuArray.ints(rows.key());
      int[] row = CpuArray.ints(rows.row());
      long[] all = CpuArray.longs(sorted);
      Parallel.forRange(
          n,
          Parallel.GRAIN,
          (from, to) -> {
            for (int k = from; k < to; k++) {
              keys[k] = (int) (all[k] >>> Integer.SIZE);
              row[k] = (int) all[k];
            }
          });
      return results.keep(rows);
    }
  }

  @Override
  public long[] counts(RowsByGroup rows, int[] keys) {
    int n = (int) rows.key().length();
    int[] sorted = CpuArray.ints(rows.key());
    long[] counts = new long[keys.length];
    Parallel.forEach(
        keys.length,
        GROUP_GRAIN,
        i -> {
          long key = Integer.toUnsignedLong(keys[i]);
          counts[i] = countBelow(sorted, n, key + 1) - countBelow(sorted, n, key);
        });
    return counts;
  }

  /** Returns how many of n sorted unsigned keys are below a key. */
  private static int countBelow(int[] sorted, int n, long key) {
    return Bisection.countBelow(n, i -> Integer.toUnsignedLong(sorted[i]) < key);
  }

  @Override
  public DeviceArray number(
      RowsByGroup rows, RowsByGroup.Numbers numbers, DeviceArray labels, DeviceArray memberIndex) {
    int n = (int) labels.length();
    int[] keys = CpuArray.ints(rows.key());
    int[] row = CpuArray.ints(rows.row());
    int[] label = CpuArray.ints(labels);
    int[] index = memberIndex == null ? null : CpuArray.ints(memberIndex);
    int[] groups = numbers.groups();
    long[] shift = numbers.shift();
    DeviceArray newRows = memory.allocate(ElementType.I64, n);
    long[] newRow = CpuArray.longs(newRows);
    Parallel.forRange(
        n,
        POINT_GRAIN,
        (from, to) -> {
          int g = -1; // group of the key
          for (int k = from; k < to; k++) {
            int i = row[k];
            if (keys[k] == NO_GROUP) {
              newRow[i] = k + numbers.shiftOfNone();
            } else if (keys[k] == IN_SUBHALO) {
              newRow[i] = numbers.bound()[Arrays.binarySearch(groups, label[i])] + index[i];
            } else {
              g = g >= 0 && groups[g] == keys[k] ? g : Arrays.binarySearch(groups, keys[k]);
              newRow[i] = k + shift[g];
            }
          }
        });
    return newRows;
  }

  /** Receives a member: its group, its index in the list, and its row among the particles. */
  @FunctionalInterface
  private interface MemberSink {
    void accept(int group, int member, int row);
  }

  private static void forEachMember(MemberList members, SortedPoints points, MemberSink sink) {
    long[] start = CpuArray.longs(members.start());
    int[] member = CpuArray.ints(members.members());
    int[] row = CpuArray.ints(points.row());
    Parallel.forRange(
        members.groups(),
        GROUP_GRAIN,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            for (int m = (int) start[g]; m < start[g + 1]; m++) {
              sink.accept(g, m, row[member[m]]);
            }
          }
        });
  }

  /** Labels of particles in no group. */
  private DeviceArray none(SortedPoints points) {
    DeviceArray labels = memory.allocate(ElementType.I32, points.count());
    int[] label = CpuArray.ints(labels);
    Parallel.forRange(
        label.length, POINT_GRAIN, (from, to) -> Arrays.fill(label, from, to, NO_GROUP));
    return labels;
  }

  private static long length(MemberList members, int group) {
    long[] start = CpuArray.longs(members.start());
    return start[group + 1] - start[group];
  }

  private void listIds(MemberList members, int group, MemberFields member, long[] ids, int at) {
    int types = member.types();
    int[] next = new int[types + 1];
    int from = (int) CpuArray.longs(members.start())[group];
    int to = (int) CpuArray.longs(members.start())[group + 1];
    for (int m = from; m < to; m++) {
      next[member.type(m) + 1]++;
    }
    next[0] = at;
    ArrayParts.prefixSum(next);
    int[] first = next.clone();
    for (int m = from; m < to; m++) {
      ids[next[member.type(m)]++] = member.id(m) ^ Long.MIN_VALUE;
    }
    for (int t = 0; t < types; t++) {
      sort(ids, first[t], next[t]);
    }
    for (int i = at; i < at + to - from; i++) {
      ids[i] ^= Long.MIN_VALUE;
    }
  }

  /** Sorts signed numbers; IDs are unsigned, so the caller flips their sign bits. */
  private void sort(long[] ids, int from, int to) {
    if (to - from > LARGE_GROUP) {
      Parallel.sort(ids, from, to);
    } else {
      Arrays.sort(ids, from, to);
    }
  }
}
