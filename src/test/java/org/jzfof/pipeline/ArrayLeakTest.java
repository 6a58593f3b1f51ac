package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.cluster.ClusterSearch;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.config.UnitChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Wherever a run fails on one rank, its failure is told, and no rank keeps a device array. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArrayLeakTest {
  private static final int RANKS = 3;
  private static final int COUNT = 500;
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 1, ExchangeChoice.AUTO);

  @TempDir private Path folder;

  private final AtomicLongArray left = new AtomicLongArray(RANKS);
  private RunOptions options;

  @BeforeEach
  void makeSnapshot() {
    float[] masses = new float[COUNT];
    Arrays.fill(masses, 2);
    Particles matter = Particles.uniform(COUNT, 10, 1).withType(1);
    Particles stars = Particles.uniform(COUNT, 10, 2).withType(4).withMasses(masses);
    Path snapshot =
        SnapshotFixtures.gadget4(
            folder.resolve("snapshot_001.hdf5"),
            10,
            matter,
            stars,
            matter.withType(2).withMasses(masses).shifted(new double[] {0.1, 0, 0}, 10));
    options =
        new RunOptions(
            new GroupDefinition(
                new ParticleChoice(snapshot, new int[] {1, 2}, true, null),
                new int[] {4},
                new LinkingLength(0.4, true, SeparationBy.NUMBER),
                3),
            folder.resolve("out"),
            true,
            new OutputOptions(
                CatalogueFormat.GADGET, 1, true, false, List.of(), true, UnitChoice.AUTO, 0),
            new Execution(ONE_CORE, false, "test"));
  }

  @Test
  void whereAnAllocationFails() {
    failEverywhere(
        this::haloes, FaultyRank.NO_ROOM, FaultyRank::allocated, FaultyRank::atAllocation);
  }

  @Test
  void whereARankDoesNotMeetTheOthers() {
    failEverywhere(this::haloes, FaultyRank.LOST, FaultyRank::met, FaultyRank::atMeeting);
  }

  @Test
  void whereAnAllocationFailsAmongClusters() {
    failEverywhere(
        this::clusters, FaultyRank.NO_ROOM, FaultyRank::allocated, FaultyRank::atAllocation);
  }

  @Test
  void whereARankDoesNotMeetTheOthersAmongClusters() {
    failEverywhere(this::clusters, FaultyRank.LOST, FaultyRank::met, FaultyRank::atMeeting);
  }

  /** What a rank does. */
  @FunctionalInterface
  private interface Work {
    void run(Backend backend, Communicator comm);
  }

  private void haloes(Backend backend, Communicator comm) {
    RankDevice.Opener opener =
        (computer, with) ->
            new RankDevice(backend, backend.exchange(with, computer.exchange()), "faulty");
    new HaloFinder(comm, "test", opener).find(options, (stage, fraction) -> {});
  }

  private void clusters(Backend backend, Communicator comm) {
    double[] xyz = new SplittableRandom(comm.rank()).doubles(3 * COUNT).toArray();
    DeviceMemory memory = backend.memory();
    long first = (long) COUNT * comm.rank();
    try (ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
        DeviceArray ids = memory.range(ElementType.I64, first, COUNT);
        Coordinates points = new Coordinates(COUNT, memory.upload(xyz))) {
      new ClusterSearch(backend, arrays, new StageClock(memory, comm, stage -> {}))
          .find(
              new NeighbourSearch.Sources(points, first),
              ids,
              new ClusterSearch.Parameters(Box.periodic(1, 1, 1), 0.1, 8))
          .close();
    }
  }

  /** Lets every call of a kind fail on the first and on the last rank, one in each run. */
  private void failEverywhere(
      Work work, String message, ToIntFunction<FaultyRank> calls, IntFunction<FaultyRank> failing) {
    List<FaultyRank> sound = ranks(0, FaultyRank.counting());
    run(sound, work);
    assertNothingLeft("undisturbed");
    for (int rank : new int[] {0, RANKS - 1}) {
      int all = calls.applyAsInt(sound.get(rank));
      assertTrue(all > 20, all + " calls");
      for (int n = 1; n <= all; n++) {
        String where = "call %d of %d on rank %d".formatted(n, all, rank);
        List<FaultyRank> ranks = ranks(rank, failing.apply(n));
        RankFailedException failure =
            assertThrows(RankFailedException.class, () -> run(ranks, work), where);
        assertEquals(rank, failure.rank(), where);
        assertEquals(message, failure.getCause().getMessage(), where);
        assertNothingLeft(where);
      }
    }
  }

  private void assertNothingLeft(String where) {
    for (int rank = 0; rank < RANKS; rank++) {
      assertEquals(0, left.get(rank), where + ": bytes left on rank " + rank);
    }
  }

  private static List<FaultyRank> ranks(int rank, FaultyRank faulty) {
    FaultyRank[] ranks = new FaultyRank[RANKS];
    Arrays.setAll(ranks, r -> r == rank ? faulty : FaultyRank.counting());
    return List.of(ranks);
  }

  private void run(List<FaultyRank> ranks, Work work) {
    ThreadRanks.run(
        RANKS,
        threads -> {
          FaultyRank rank = ranks.get(threads.rank());
          Communicator comm = rank.among(threads);
          try (Backend backend = rank.backend()) {
            try {
              work.run(backend, comm);
            } finally {
              left.set(comm.rank(), backend.memory().used());
            }
          }
          return null;
        });
  }
}
