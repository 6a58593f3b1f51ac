package org.jzfof.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.threads.ParallelLoops;

/** The group and the subhalo of every row, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class LabelsTest {
  private static final int[] NONE = {};

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  /** Groups of one to 10 000 points that lie scattered, some of them kept, in any order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000, 300_000})
  void labelsOfRowsAreTheNumbersOfTheirGroups(int n) {
    SplittableRandom random = new SplittableRandom(n);
    int[] pointer = new int[n];
    for (int i = 0; i < n; i++) {
      int before = random.nextInt(random.nextBoolean() ? i + 1 : Math.min(i, 40) + 1);
      pointer[i] = random.nextInt(20) == 0 ? i : pointer[before];
    }
    int[] row = permutation(n, random);
    int[] length = new int[n];
    Arrays.stream(pointer).forEach(root -> length[root]++);
    int min = n < 10 ? 1 : 3;
    int[] roots = IntStream.range(0, n).filter(i -> length[i] >= min).toArray();
    int[] place = permutation(roots.length, random);
    int[] numberOfRoot = new int[n];
    Arrays.fill(numberOfRoot, GroupKernels.NO_GROUP);
    IntStream.range(0, roots.length).forEach(g -> numberOfRoot[roots[g]] = place[g]);
    int[] expected = new int[n];
    IntStream.range(0, n).forEach(i -> expected[row[i]] = numberOfRoot[pointer[i]]);
    GroupKernels kernels = backend.groups();
    try (DeviceArray pointers = memory().upload(pointer);
        DeviceArray lengths = kernels.lengths(pointers);
        MemberList members = kernels.select(pointers, lengths, min, NONE);
        DeviceArray places = memory().upload(place);
        SortedPoints points = withRows(row);
        DeviceArray labels = kernels.labels(members, places, points)) {
      assertArrayEquals(roots, memory().toInts(members.roots()));
      assertArrayEquals(expected, memory().toInts(labels));
      requireSubhaloLabels(kernels, members, points, random);
    }
  }

  /** Some members are in subhaloes; the numbers of each group begin at any number. */
  private void requireSubhaloLabels(
      GroupKernels kernels, MemberList members, SortedPoints points, SplittableRandom random) {
    long[] start = memory().toLongs(members.start());
    int[] member = memory().toInts(members.members());
    int[] row = memory().toInts(points.row());
    int[] first = random.ints(members.groups(), 0, 1 << 30).toArray();
    long[] label = new long[member.length];
    int[] number = new int[row.length];
    int[] index = new int[row.length];
    Arrays.fill(number, GroupKernels.NO_GROUP);
    Arrays.fill(index, GroupKernels.NO_GROUP);
    for (int g = 0; g < first.length; g++) {
      for (int m = (int) start[g]; m < start[g + 1]; m++) {
        int rank = random.nextInt(1 << 30);
        label[m] = random.nextInt(3) == 0 ? -1 : (long) rank << 32 | m;
        if (label[m] >= 0) {
          number[row[member[m]]] = first[g] + rank;
          index[row[member[m]]] = m;
        }
      }
    }
    try (DeviceArray firsts = memory().upload(first);
        DeviceArray labels = memory().upload(label);
        SubhaloLabels found = kernels.subhaloLabels(members, firsts, labels, points)) {
      assertArrayEquals(number, memory().toInts(found.number()));
      assertArrayEquals(index, memory().toInts(found.memberIndex()));
    }
  }

  /** Lengths 3, 1, 2, 2: the first is dropped whatever its length, two are kept. */
  @Test
  void groupsAreKeptOrDroppedWhateverTheirLength() {
    GroupKernels kernels = backend.groups();
    try (DeviceArray pointers = memory().upload(new int[] {0, 1, 0, 3, 0, 5, 5, 3});
        DeviceArray lengths = kernels.lengths(pointers)) {
      assertArrayEquals(new int[] {3, 1, 0, 2, 0, 2, 0, 0}, memory().toInts(lengths));
      memory().put(lengths, new int[] {0}, new int[] {0});
      try (MemberList members = kernels.select(pointers, lengths, 3, new int[] {5, 1})) {
        assertArrayEquals(new int[] {1, 5}, memory().toInts(members.roots()));
        assertArrayEquals(new long[] {0, 1, 3}, memory().toLongs(members.start()));
        assertArrayEquals(new int[] {1, 5, 6}, memory().toInts(members.members()));
      }
    }
  }

  @Test
  void labelsWithoutGroups() {
    GroupKernels kernels = backend.groups();
    try (DeviceArray pointers = memory().upload(new int[] {0, 0, 2});
        DeviceArray lengths = kernels.lengths(pointers);
        MemberList members = kernels.select(pointers, lengths, 3, NONE);
        DeviceArray places = memory().upload(new int[0]);
        SortedPoints points = withRows(new int[] {2, 0, 1});
        DeviceArray labels = kernels.labels(members, places, points)) {
      assertArrayEquals(new int[] {-1, -1, -1}, memory().toInts(labels));
      requireSubhaloLabels(kernels, members, points, new SplittableRandom(1));
    }
  }

  private static int[] permutation(int n, SplittableRandom random) {
    int[] p = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int t = p[i];
      p[i] = p[j];
      p[j] = t;
    }
    return p;
  }

  /** Points at no matter which places. */
  private SortedPoints withRows(int[] row) {
    int[] nowhere = new int[row.length];
    return new SortedPoints(
        row.length,
        memory().upload(nowhere),
        memory().upload(nowhere),
        memory().upload(nowhere),
        memory().upload(row));
  }
}
