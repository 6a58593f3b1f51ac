package org.jzfof.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.SpanningGroups;

/** Groups of all ranks come into one order, each rank has a range of it, on any backend. */
@OnBackends
class CatalogueReductionTest {
  private static final int TYPES = 2;

  @Parameter private TestBackend on;

  /** A group of a rank: its number there, and what it is sorted by. */
  private record Group(int rank, int number, long length, long id) {}

  /** Many of one length, some with one ID, half of which are negative as signed numbers. */
  private static List<Group> groups(int ranks, int most) {
    SplittableRandom random = new SplittableRandom(7L * ranks + most);
    List<Group> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int count = rank == 1 ? 0 : rank == 2 ? 1 : random.nextInt(most / 2, most);
      for (int g = 0; g < count; g++) {
        long length = random.nextInt(3) == 0 ? random.nextLong(1, 1L << 40) : random.nextInt(2, 5);
        long id = random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextLong();
        all.add(new Group(rank, g, length, id));
      }
    }
    return all;
  }

  private static final Comparator<Group> ORDER =
      Comparator.comparingLong(Group::length)
          .reversed()
          .thenComparing(Group::id, Long::compareUnsigned)
          .thenComparingInt(Group::rank)
          .thenComparingInt(Group::number);

  @ParameterizedTest
  @CsvSource({"1, 40, 7", "2, 40, 7", "3, 50, 1", "4, 300, 1000", "5, 3, 2", "3, 4000, 999"})
  void ranksShareTheOrderOfAllGroups(int ranks, int most, int block) {
    List<Group> all = groups(ranks, most);
    List<Group> ordered = all.stream().sorted(ORDER).toList();
    AtomicLongArray held = new AtomicLongArray(ranks);
    ThreadRanks.run(
        ranks,
        comm -> {
          List<Group> here = all.stream().filter(g -> g.rank == comm.rank()).toList();
          try (Backend backend = on.open(comm)) {
            try (ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
              held.set(comm.rank(), check(backend, arrays, here, ordered, block));
              arrays.finish();
            }
            assertEquals(0, backend.memory().used(), "device arrays left open");
          }
          return null;
        });
    long share = (ordered.size() + ranks - 1) / ranks;
    for (int rank = 0; rank < ranks; rank++) {
      // One more group than the share, and one in a hundred.
      assertTrue(held.get(rank) <= share + 1 + share / 100, held + " of " + ordered.size());
    }
  }

  /** Returns the number of groups in the range of this rank. */
  private static long check(
      Backend backend, ArrayExchange arrays, List<Group> here, List<Group> ordered, int block) {
    Communicator comm = arrays.comm();
    DeviceMemory memory = backend.memory();
    CatalogueReduction reduction =
        new CatalogueReduction(backend.groups(), backend.particles(), arrays, memory);
    try (EvaluatedGroups evaluated = evaluated(backend, comm, here);
        CatalogueReduction.Result sorted =
            reduction.sort(evaluated, new SumColumns(TYPES, 0, TYPES))) {
      long[] starts = sorted.starts();
      assertEquals(ordered.size(), starts[comm.size()]);
      long[] expected = here.stream().mapToLong(ordered::indexOf).toArray();
      assertArrayEquals(expected, sorted.number());
      assertArrayEquals(
          here.stream().flatMapToLong(CatalogueReductionTest::lengthType).toArray(),
          sorted.lengthType());
      GroupCatalogue catalogue = sorted.range().toCatalogue(memory, block);
      List<Group> expectedHere =
          ordered.subList((int) starts[comm.rank()], (int) starts[comm.rank() + 1]);
      assertArrayEquals(
          expectedHere.stream().mapToLong(Group::length).toArray(), catalogue.sums().length());
      assertArrayEquals(
          expectedHere.stream().mapToDouble(CatalogueReductionTest::radius).toArray(),
          catalogue.sums().enclosingRadius());
      return starts[comm.rank() + 1] - starts[comm.rank()];
    }
  }

  private static LongStream lengthType(Group group) {
    return LongStream.of(0, group.length);
  }

  private static double radius(Group group) {
    return group.rank + 1e-4 * group.number;
  }

  /** Groups of which none spans ranks. */
  private static EvaluatedGroups evaluated(Backend backend, Communicator comm, List<Group> here) {
    int width = GroupTable.width(TYPES);
    List<Group> local = here.stream().sorted(ORDER).toList();
    long[] rows = new long[local.size() * width];
    for (int i = 0; i < local.size(); i++) {
      Group group = local.get(i);
      rows[i * width + GroupTable.ID] = group.id;
      rows[i * width + GroupTable.LENGTH] = group.length;
      rows[i * width + GroupTable.LENGTH + 2] = group.length;
      rows[(i + 1) * width - 1] = Double.doubleToRawLongBits(radius(group));
    }
    int[] order = local.stream().mapToInt(Group::number).toArray();
    SharedGroups shared = SharedGroups.of(SpanningGroups.of(Map.of()), comm);
    DeviceArray onDevice = backend.memory().upload(rows);
    return new EvaluatedGroups(
        new GroupTable(TYPES, onDevice, backend.memory().upload(order)),
        new SharedProperties(new int[0], shared),
        new int[0],
        GroupSums.allocate(0, TYPES));
  }
}
