package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.Members;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.progress.StageClock;

/** Whole catalogues of more than 2^31 particles on one GPU, with known groups. */
@Tag("huge")
@NeedsGpu
class CudaManyParticlesTest {
  private static final int TYPE = 1;
  private static final double[] MASS = {0, 1};

  private static LargeGpu gpu;
  private static Backend backend;
  private static DeviceMemory memory;

  @BeforeAll
  static void open() {
    gpu = LargeGpu.open();
    backend = gpu.backend();
    memory = gpu.memory();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  private static GroupFinder.SearchResult find(
      DeviceArray positions, DeviceArray ids, double ell, boolean withIds) {
    LocalCommunicator alone = new LocalCommunicator();
    Particles particles =
        new Particles(
            ids.length(), positions, ids, null, null, null, TYPE, MASS, Magnitudes.UNKNOWN);
    try (ArrayExchange arrays = backend.exchange(alone, ExchangeChoice.AUTO)) {
      return new GroupFinder(backend, arrays, new StageClock(memory, alone, stage -> {}))
          .find(
              new GroupFinder.Input(particles, null),
              new GroupFinder.Parameters(MAP, ell, 20, withIds, true),
              true);
    }
  }

  /** I64: one ID for most particles, others for the last ones. */
  private static DeviceArray ids(long n, long most, long[] last) {
    DeviceArray ids = memory.allocate(ElementType.I64, n);
    long[] block = new long[1 << 16];
    Arrays.fill(block, most);
    memory.write(ids, 0, block, block.length);
    gpu.repeat(ids, block.length, n);
    memory.write(ids, n - last.length, last, last.length);
    return ids;
  }

  // --- a lattice, and chains that begin at some of its points --------------------------------

  private static final FixedPoint MAP = FixedPoint.of(Box.periodic(1, 1, 1));

  private static final int SIDE = 1291;
  private static final int STEP = (int) ((1L << 32) / SIDE);
  private static final int CHAIN_STEP = 40_000;
  private static final long LATTICE_ID = 1L << 62;

  /** A chain of further particles along x from a point of the lattice. */
  private record Chain(int i, int j, int k, int length, long firstId) {
    long latticeRow() {
      return ((long) i * SIDE + j) * SIDE + k;
    }

    void addTo(List<int[]> places, List<Long> ids) {
      for (int c = 1; c <= length; c++) {
        places.add(new int[] {i * STEP + c * CHAIN_STEP, j * STEP, k * STEP});
        ids.add(firstId + (length - c));
      }
    }

    /** Its IDs as the catalogue lists them, those of the lattice last. */
    long[] listed() {
      long[] ids = new long[length + 1];
      Arrays.setAll(ids, c -> c < length ? firstId + c : LATTICE_ID);
      return ids;
    }

    double centre() {
      return (Integer.toUnsignedLong(i * STEP) + CHAIN_STEP * length / 2.0) * 0x1p-32;
    }
  }

  /** In catalogue order; the last one is one too short. */
  private static final Chain[] CHAINS = {
    new Chain(1290, 1290, 0, 40, 5_000),
    new Chain(1290, 1290, 1290, 40, 7_000),
    new Chain(0, 0, 0, 30, 1),
    new Chain(700, 3, 1200, 25, 6_000),
    new Chain(645, 646, 647, 19, 1_000),
    new Chain(9, 1000, 12, 18, 2_000)
  };

  private static DeviceArray positions(List<int[]> further) {
    int level = SIDE * SIDE;
    DeviceArray positions =
        memory.allocate(ElementType.I32, 3L * ((long) level * SIDE + further.size()));
    int[] block = new int[3 * level];
    for (int p = 0; p < level; p++) {
      block[3 * p + 1] = p / SIDE * STEP;
      block[3 * p + 2] = p % SIDE * STEP;
    }
    int[] last = further.stream().flatMapToInt(Arrays::stream).toArray();
    try (Quantiser quantiser = backend.particles().quantiser(MAP, positions)) {
      for (int i = 0; i < SIDE; i++) {
        for (int p = 0; p < level; p++) {
          block[3 * p] = i * STEP;
        }
        quantiser.convertFractions(block, level, (long) i * level);
      }
      quantiser.convertFractions(last, further.size(), (long) level * SIDE);
    }
    return positions;
  }

  @Test
  void groupsOfALattice() {
    List<int[]> places = new ArrayList<>();
    List<Long> chainIds = new ArrayList<>();
    for (Chain chain : CHAINS) {
      chain.addTo(places, chainIds);
    }
    DeviceArray positions = positions(places);
    long n = positions.length() / 3;
    DeviceArray ids = ids(n, LATTICE_ID, chainIds.stream().mapToLong(id -> id).toArray());
    int groups = CHAINS.length - 1;
    try (GroupFinder.SearchResult found = find(positions, ids, 0.2 * STEP * 0x1p-32, true)) {
      GroupCatalogue catalogue = found.catalogue();
      assertEquals(groups, catalogue.groups());
      List<Long> listed = new ArrayList<>();
      Arrays.stream(Members.ids(catalogue)).forEach(listed::add);
      List<Long> expected = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        assertEquals(CHAINS[g].length + 1, catalogue.sums().length()[g]);
        assertEquals(CHAINS[g].length + 1, catalogue.sums().mass()[g]);
        assertEquals(CHAINS[g].centre(), catalogue.sums().position()[3 * g], 1e-12);
        Arrays.stream(CHAINS[g].listed()).forEach(expected::add);
      }
      assertEquals(expected, listed);
      checkLabels(found.labels(), n);
    }
  }

  /** Every label of every row, through the blocks in which they are written. */
  private static void checkLabels(DeviceArray labels, long n) {
    assertEquals(n, labels.length());
    GroupNumbers numbers =
        new GroupNumbers(new LocalCommunicator(), new int[] {TYPE}, new long[] {n}, labels, memory);
    List<Long> rows = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    int[] block = new int[1 << 20];
    for (long first = 0; first < n; first += block.length) {
      int count = (int) Math.min(block.length, n - first);
      numbers.read(TYPE, first, count, block);
      for (int i = 0; i < count; i++) {
        if (block[i] != GroupNumbers.NONE) {
          rows.add(first + i);
          groups.add(block[i]);
        }
      }
    }
    List<Long> expectedRows = new ArrayList<>();
    List<Integer> expectedGroups = new ArrayList<>();
    int shortest = CHAINS.length - 1;
    Integer[] byRow = {2, 4, 3, 0, 1};
    for (int g : byRow) {
      expectedRows.add(CHAINS[g].latticeRow());
      expectedGroups.add(g);
    }
    long row = (long) SIDE * SIDE * SIDE;
    for (int g = 0; g < shortest; g++) {
      for (int c = 0; c < CHAINS[g].length; c++) {
        expectedRows.add(row++);
        expectedGroups.add(g);
      }
    }
    assertEquals(expectedRows, rows);
    assertEquals(expectedGroups, groups);
  }

  // --- all at one place ----------------------------------------------------------------------

  @Test
  void oneGroupOfCoincidentParticles() {
    int apart = 3;
    long n = (1L << 31) + 1_000_000;
    int[] place = {12345, 2_000_000_000, -7};
    int[] other = {-1_000_000_000, 5, 5};
    DeviceArray positions = memory.allocate(ElementType.I32, 3 * n);
    try (Quantiser quantiser = backend.particles().quantiser(MAP, positions)) {
      quantiser.convertFractions(place, 1, 0);
      gpu.repeat(positions, 3, 3 * n);
      for (int i = 1; i <= apart; i++) {
        quantiser.convertFractions(other, 1, n - i);
      }
    }
    DeviceArray ids = ids(n, 8, new long[] {4, 5, 3, 2, 1});
    long group = n - apart;
    try (GroupFinder.SearchResult found = find(positions, ids, 1e-4, false)) {
      GroupCatalogue catalogue = found.catalogue();
      assertEquals(1, catalogue.groups());
      assertEquals(group, catalogue.sums().length()[0]);
      assertEquals(group, catalogue.sums().mass()[0]);
      assertEquals(0, catalogue.sums().inertiaRadius()[0]);
      for (int d = 0; d < 3; d++) {
        double expected = Integer.toUnsignedLong(place[d]) * 0x1p-32;
        assertEquals(expected, catalogue.sums().position()[d], 1e-12);
      }
      long[] rows = {0, 1L << 30, 1L << 31, group - 1, group, n - 1};
      assertArrayEquals(
          new int[] {0, 0, 0, 0, GroupNumbers.NONE, GroupNumbers.NONE},
          memory.pick(found.labels(), 1, Unsigned.toInts(rows)));
    }
  }
}
