package org.jzfof.groups.cpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;
import org.jzfof.threads.Parallel;

/** Converts contracted pointers to the member lists of all groups above a length. */
final class MemberSelector {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int GRAIN = 1 << 14;
  private static final int NO_GROUP = -1;

  private final CpuMemory memory;
  private final int[] pointer;
  private final int n;

  MemberSelector(CpuMemory memory, DeviceArray pointers) {
    this.memory = memory;
    this.pointer = CpuArray.ints(pointers);
    this.n = (int) pointers.length();
  }

  DeviceArray lengths() {
    DeviceArray perRoot = memory.allocate(ElementType.I32, n);
    int[] length = CpuArray.ints(perRoot);
    Parallel.forRange(n, GRAIN, (from, to) -> Arrays.fill(length, from, to, 0));
    countMembers(length);
    return perRoot;
  }

  /** As {@link org.jzfof.groups.GroupKernels#select}. */
  MemberList select(DeviceArray lengths, int minLength, int[] kept) {
    int[] length = CpuArray.ints(lengths);
    for (int root : kept) {
      length[root] = -length[root];
    }
    int[] firstOfChunk = countPerChunk(i -> isKept(length[i], minLength));
    int[] roots = new int[firstOfChunk[firstOfChunk.length - 1]];
    long[] start = numberGroups(length, minLength, firstOfChunk, roots);
    try (Scope results = new Scope()) {
      DeviceArray members = results.add(membersByGroup(length, start));
      return results.keep(
          new MemberList(
              results.add(memory.upload(roots)), results.add(memory.upload(start)), members));
    }
  }

  /**
   * Returns whether a group is kept; a negative length marks a group that is kept at any length.
   */
  private static boolean isKept(int length, int minLength) {
    return length < 0 || length >= minLength;
  }

  /** Returns the number of points that satisfy a condition before each chunk, and in all chunks. */
  private int[] countPerChunk(IntPredicate condition) {
    int[] before = new int[(n + GRAIN - 1) / GRAIN + 1];
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          int count = 0;
          for (int i = from; i < to; i++) {
            count += condition.test(i) ? 1 : 0;
          }
          before[from / GRAIN + 1] = count;
        });
    ArrayParts.prefixSum(before);
    return before;
  }

  /**
   * Adds each run of equal pointers at once: neighbours in Morton order are mostly of one group.
   */
  private void countMembers(int[] length) {
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          int runStart = from;
          for (int i = from + 1; i <= to; i++) {
            if (i == to || pointer[i] != pointer[runStart]) {
              ELEMENT.getAndAdd(length, pointer[runStart], i - runStart);
              runStart = i;
            }
          }
        });
  }

  /**
   * Replaces the length at each root by the group's index, and returns the first member of each
   * group.
   */
  private long[] numberGroups(int[] length, int minLength, int[] firstOfChunk, int[] roots) {
    long[] start = new long[roots.length + 1];
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          int group = firstOfChunk[from / GRAIN];
          for (int i = from; i < to; i++) {
            if (isKept(length[i], minLength)) {
              roots[group] = i;
              start[group + 1] = Math.abs(length[i]);
              length[i] = group++;
            } else {
              length[i] = NO_GROUP;
            }
          }
        });
    ArrayParts.prefixSum(start);
    return start;
  }

  private DeviceArray membersByGroup(int[] group, long[] start) {
    int total = (int) start[start.length - 1];
    int groups = start.length - 1;
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, groups - 1));
    return new RadixSort(memory).lowHalves(groupAndPoint(group, total), bits);
  }

  /** Returns the group index and, in the low bits, the point of each member (I64 [total]). */
  private DeviceArray groupAndPoint(int[] group, int total) {
    int[] perChunk = countPerChunk(i -> group[pointer[i]] != NO_GROUP);
    DeviceArray words = memory.allocate(ElementType.I64, total);
    long[] word = CpuArray.longs(words);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          int at = perChunk[from / GRAIN];
          for (int i = from; i < to; i++) {
            int g = group[pointer[i]];
            if (g != NO_GROUP) {
              word[at++] = (long) g << 32 | i;
            }
          }
        });
    return words;
  }
}
