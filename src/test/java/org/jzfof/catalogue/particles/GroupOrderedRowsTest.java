package org.jzfof.catalogue.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.threads.Parallel;

/** Many particles in groups of all sizes, numbered by several threads. */
class GroupOrderedRowsTest {
  private static final int COUNT = 120_000;
  private static final int GROUPS = 1500;

  private final int[] numbers = new int[COUNT];
  private final int[] memberIndex = new int[COUNT];
  private final int[] members = new int[GROUPS];
  private final int[] bound = new int[GROUPS];

  /** Low numbers are the most frequent; a third of all particles are in no group. */
  private void draw(boolean subhaloes) {
    Random random = new Random(4);
    Arrays.fill(memberIndex, GroupNumbers.NONE);
    for (int i = 0; i < COUNT; i++) {
      int group = (int) (GROUPS * Math.pow(random.nextDouble(), 4));
      numbers[i] = random.nextInt(3) == 0 || group % 10 == 5 ? GroupNumbers.NONE : group;
      if (numbers[i] != GroupNumbers.NONE) {
        members[group]++;
        if (subhaloes && random.nextInt(2) == 0) {
          memberIndex[i] = bound[group]++;
        }
      }
    }
    for (int i = 0; i < COUNT; i++) { // in another order than that of the snapshot
      if (memberIndex[i] != GroupNumbers.NONE) {
        memberIndex[i] = bound[numbers[i]] - 1 - memberIndex[i];
      }
    }
  }

  private long[] expected() {
    Comparator<Integer> byGroup =
        Comparator.comparing(i -> numbers[i] == GroupNumbers.NONE ? GROUPS : numbers[i]);
    int[] order =
        IntStream.range(0, COUNT)
            .boxed()
            .sorted(
                byGroup.thenComparing(
                    i -> memberIndex[i] == GroupNumbers.NONE ? Integer.MAX_VALUE : memberIndex[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] newRows = new long[COUNT];
    for (int k = 0; k < COUNT; k++) {
      newRows[order[k]] = k;
    }
    return newRows;
  }

  private GroupCatalogue groups(RowRange range, boolean subhaloes) {
    GroupCatalogue groups = GroupCatalogue.allocate((int) range.count(), 1);
    int count = subhaloes ? (int) range.count() : 0;
    SubhaloTable table = SubhaloTable.allocate(new SubhaloOptions(subhaloes, 32, 1), 1, count);
    for (int g = 0; g < range.count(); g++) {
      int number = (int) range.first() + g;
      groups.sums().length()[g] = members[number];
      groups.sums().lengthType()[g] = members[number];
      if (subhaloes) {
        table.put(SubhaloColumn.GROUP, g, g);
        table.put(SubhaloColumn.LENGTH_TYPE, g, bound[number]);
      }
    }
    return groups.withSubhaloes(table);
  }

  @ParameterizedTest
  @CsvSource({"1, false, 1", "1, false, 4", "1, true, 4", "3, false, 4", "3, true, 2"})
  void rowsAreThoseOfAStableSort(int ranks, boolean subhaloes, int threads) {
    draw(subhaloes);
    long[] newRows = new long[COUNT];
    ThreadRanks.run(
        ranks,
        comm -> {
          Parallel.with(threads, () -> number(comm, subhaloes, newRows));
          return null;
        });
    assertArrayEquals(expected(), newRows);
  }

  private void number(Communicator comm, boolean subhaloes, long[] newRows) {
    RowRange local = RowRange.share(COUNT, comm.rank(), comm.size());
    try (Backend backend = new CpuBackend();
        DeviceArray labels = backend.memory().upload(part(numbers, local));
        DeviceArray indices = backend.memory().upload(part(memberIndex, local))) {
      GroupNumbers of = groupNumbers(comm, backend, labels);
      ParticleGroups particles =
          subhaloes
              ? new ParticleGroups(of, of, groupNumbers(comm, backend, indices))
              : new ParticleGroups(of);
      RowRange range = RowRange.share(GROUPS, comm.rank(), comm.size());
      GroupCatalogue groups = groups(range, subhaloes);
      CatalogueShare share = CatalogueShare.of(comm, groups);
      try (GroupOrderedRows order =
          new GroupOrderedRows(comm, backend.groups(), groups, share, particles, 0, 100)) {
        Random random = new Random(local.first());
        long[] block = new long[COUNT];
        for (long row = local.first(); row < local.end(); ) {
          int count = (int) Math.min(local.end() - row, 1 + random.nextInt(50_000));
          order.read(row - local.first(), count, block);
          System.arraycopy(block, 0, newRows, (int) row, count);
          row += count;
        }
      }
    }
  }

  private static int[] part(int[] all, RowRange range) {
    return Arrays.copyOfRange(all, (int) range.first(), (int) range.end());
  }

  private static GroupNumbers groupNumbers(Communicator comm, Backend backend, DeviceArray of) {
    return new GroupNumbers(comm, new int[] {0}, new long[] {of.length()}, of, backend.memory());
  }
}
