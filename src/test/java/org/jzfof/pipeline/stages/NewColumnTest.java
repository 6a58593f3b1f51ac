package org.jzfof.pipeline.stages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.CheckedSnapshot;
import org.jzfof.snapshot.particles.HeldArrays;
import org.jzfof.snapshot.particles.RequiredColumns;
import org.jzfof.snapshot.particles.SnapshotParticles;

/** A new column is one row of a table and one line of use, from the file to where groups are. */
class NewColumnTest {
  /** The row. */
  private static final ParticleColumn RATES =
      ParticleColumn.of(
              "star formation rate",
              ParticleColumn.Kind.NON_NEGATIVE,
              1,
              "StarFormationRate",
              "StarFormationRates")
          .ofGas();

  /** The line of use. */
  private static final Map<ParticleColumn, String> USE = Map.of(RATES, "rates of groups are 0");

  private static final int GAS = 700;
  private static final int DARK = 1100;
  private static final long FIRST_DARK = 100_000;
  private static final double[] STORED =
      IntStream.range(0, GAS).mapToDouble(i -> i % 5 == 0 ? 0 : 1 / (i + 0.3)).toArray();

  @TempDir private Path dir;

  private Path write(double... rates) {
    org.jzfof.snapshot.Particles gas =
        org.jzfof.snapshot.Particles.uniform(GAS, 50, 1)
            .withType(0)
            .withIds(IntStream.range(0, GAS).mapToLong(i -> i).toArray());
    org.jzfof.snapshot.Particles dark =
        org.jzfof.snapshot.Particles.uniform(DARK, 50, 2)
            .withIds(IntStream.range(0, DARK).mapToLong(i -> FIRST_DARK + i).toArray());
    SnapshotFixtures fixture = SnapshotFixtures.gadget4(50, gas, dark);
    return (rates.length == 0 ? fixture : fixture.numbers("/PartType0/StarFormationRate", rates))
        .write(dir.resolve("snapshot_001.hdf5"));
  }

  private static RequiredColumns needs(Map<ParticleColumn, String> others) {
    return new RequiredColumns(true, others, 2, SphereOptions.NONE, false, Optional.empty());
  }

  private static void assertRates(Map<Long, Double> rates) {
    rates.forEach(
        (id, rate) -> assertEquals(id < GAS ? STORED[id.intValue()] : 0, rate, "ID " + id));
  }

  /** Reads, exchanges and joins, and returns rates by ID. */
  private Map<Long, Double> rates(
      CheckedSnapshot checked, ParticleChoice choice, Communicator comm) {
    SnapshotParticles input = SnapshotParticles.of(checked, choice, comm);
    SearchSpace space = SearchSpace.of(input.box());
    try (Backend backend = new CpuBackend();
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
        ParticleExchange exchange =
            new ParticleExchange(
                backend,
                arrays,
                new StageClock(backend.memory(), comm, stage -> {}),
                false,
                false);
        Particles linked = exchange.primary(input.load(space, backend, f -> {}))) {
      if (input.secondaryCount() == 0) {
        return byId(linked, backend);
      }
      try (Particles attached = exchange.secondary(input.loadSecondary(space, backend, f -> {}));
          Particles all =
              new ParticleJoin(backend.particles(), backend.memory()).join(linked, attached)) {
        return byId(all, backend);
      }
    }
  }

  private static Map<Long, Double> byId(Particles particles, Backend backend) {
    long[] ids = backend.memory().toLongs(particles.ids());
    double[] rates = backend.memory().toDoubles(particles.column(RATES));
    Map<Long, Double> byId = new TreeMap<>();
    for (int i = 0; i < ids.length; i++) {
      byId.put(ids[i], rates[i]);
    }
    return byId;
  }

  @ParameterizedTest
  @CsvSource({"linked,   1", "linked,   3", "attached, 1", "attached, 4"})
  void reachesTheGroups(String gas, int ranks) {
    boolean linked = gas.equals("linked");
    ParticleChoice choice =
        new ParticleChoice(write(STORED), linked ? new int[] {0, 1} : new int[] {1}, true, null);
    int[] attach = linked ? new int[0] : new int[] {0};
    Map<Long, Double> all = new TreeMap<>();
    ThreadRanks.run(
            ranks,
            comm -> rates(CheckedSnapshot.open(choice, attach, needs(USE), comm), choice, comm))
        .forEach(all::putAll);
    assertRates(all);
    assertEquals(GAS + DARK, all.size());
  }

  /** In a batch it is read in advance, with the others. */
  @Test
  void isHeld() throws Exception {
    Path file = write(STORED);
    ParticleChoice choice = new ParticleChoice(file, new int[] {0, 1}, true, null);
    Communicator alone = new LocalCommunicator();
    CheckedSnapshot checked =
        CheckedSnapshot.openAlone(choice, new int[0], needs(USE), alone, new HeldArrays());
    checked.hold(alone);
    assertTrue(checked.rows().bytes() <= checked.heldBytes(alone));
    assertRates(rates(checked, choice, alone));
    Files.delete(file);
    double[] held = new double[GAS];
    checked
        .rows()
        .read(
            RATES,
            0,
            0,
            GAS,
            block -> System.arraycopy(block.doubles(), 0, held, (int) block.row(), block.count()));
    assertArrayEquals(STORED, held);
  }

  private SnapshotParticles open(Map<ParticleColumn, String> others, Path file) {
    ParticleChoice choice = new ParticleChoice(file, new int[] {0, 1}, true, null);
    return SnapshotParticles.open(choice, new int[0], needs(others), new LocalCommunicator());
  }

  @Test
  void isNotReadUnlessAskedFor() {
    SnapshotParticles with = open(USE, write(STORED));
    SnapshotParticles without = open(Map.of(), write(STORED));
    assertEquals(Double.BYTES, with.bytesPerRow() - without.bytesPerRow());
    try (Backend backend = new CpuBackend();
        Particles particles = without.load(SearchSpace.of(without.box()), backend, f -> {})) {
      assertNull(particles.column(RATES));
    }
  }

  /** Integers of 64 bits: here the IDs of gas once more. */
  @Test
  void mayBeIntegers() {
    ParticleColumn tags =
        ParticleColumn.of("tag", ParticleColumn.Kind.INTEGER, 1, "ParticleIDs").ofGas();
    SnapshotParticles input = open(Map.of(tags, ""), write());
    try (Backend backend = new CpuBackend();
        Particles particles = input.load(SearchSpace.of(input.box()), backend, f -> {})) {
      long[] ids = backend.memory().toLongs(particles.ids());
      long[] expected = Arrays.stream(ids).map(id -> id < GAS ? id : 0).toArray();
      assertArrayEquals(expected, backend.memory().toLongs(particles.column(tags)));
    }
  }

  @Test
  void thatItIsMissingIsSaid() {
    SnapshotParticles input = open(USE, write());
    assertEquals(
        List.of("PartType0/StarFormationRate is missing: rates of groups are 0"), input.warnings());
    try (Backend backend = new CpuBackend();
        Particles particles = input.load(SearchSpace.of(input.box()), backend, f -> {})) {
      assertNull(particles.column(RATES));
    }
  }

  @Test
  void aRateThatCannotBeIsRefused() {
    double[] rates = Arrays.copyOf(STORED, GAS);
    rates[17] = -2;
    SnapshotParticles input = open(USE, write(rates));
    try (Backend backend = new CpuBackend()) {
      SnapshotException e =
          assertThrows(
              SnapshotException.class,
              () -> input.load(SearchSpace.of(input.box()), backend, f -> {}));
      assertTrue(
          e.getMessage().startsWith("the star formation rate of row 17 of PartType0 in "),
          e.getMessage());
      assertTrue(e.getMessage().contains(" is -2.0: "), e.getMessage());
    }
  }
}
