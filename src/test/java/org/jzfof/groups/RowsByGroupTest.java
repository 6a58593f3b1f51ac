package org.jzfof.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.threads.ParallelLoops;

/** Rows in group order, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class RowsByGroupTest {
  private static final int STEP = 7; // between the numbers of groups

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  @ParameterizedTest
  @CsvSource({"0, 1, false", "1, 1, true", "50, 3, false", "3000, 40, true", "300000, 900, true"})
  void rowsAreThoseOfAStableSort(int n, int groups, boolean subhaloes) {
    SplittableRandom random = new SplittableRandom(n);
    int[] label = new int[n];
    int[] memberIndex = new int[n];
    for (int i = 0; i < n; i++) {
      boolean none = random.nextInt(3) == 0;
      label[i] =
          none ? GroupKernels.NO_GROUP : STEP * (int) (groups * Math.pow(random.nextDouble(), 4));
      boolean bound = subhaloes && !none && random.nextBoolean();
      memberIndex[i] = bound ? random.nextInt(1_000_000) : GroupKernels.NO_GROUP;
    }
    int[] key =
        IntStream.range(0, n)
            .map(i -> memberIndex[i] >= 0 ? GroupKernels.IN_SUBHALO : label[i])
            .toArray();
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparing(i -> Integer.toUnsignedLong(key[i])))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] present = IntStream.range(0, groups).map(g -> STEP * g).toArray();
    long[] shift = random.longs(groups, 0, 1L << 40).toArray();
    long[] bound = random.longs(groups, 0, 1L << 40).toArray();
    long[] expected = new long[n];
    for (int k = 0; k < n; k++) {
      int i = order[k];
      int group = label[i] / STEP;
      expected[i] =
          switch (key[i]) {
            case GroupKernels.NO_GROUP -> k - 5L;
            case GroupKernels.IN_SUBHALO -> bound[group] + memberIndex[i];
            default -> k + shift[group];
          };
    }
    int[] keys = IntStream.concat(Arrays.stream(present), IntStream.of(3, -2, -1)).toArray();
    long[] counts =
        Arrays.stream(keys)
            .mapToLong(k -> Arrays.stream(key).filter(o -> o == k).count())
            .toArray();
    RowsByGroup.Numbers numbers =
        new RowsByGroup.Numbers(present, shift, -5, subhaloes ? bound : null);

    DeviceMemory memory = backend.memory();
    GroupKernels kernels = backend.groups();
    try (DeviceArray labels = memory.upload(label);
        DeviceArray indices = subhaloes ? memory.upload(memberIndex) : null;
        RowsByGroup rows = kernels.sortByGroup(labels, indices);
        DeviceArray newRows = kernels.number(rows, numbers, labels, indices)) {
      assertArrayEquals(order, memory.toInts(rows.row()));
      assertArrayEquals(counts, kernels.counts(rows, keys));
      assertArrayEquals(expected, memory.toLongs(newRows));
    }
  }
}
