package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.threads.Parallel;

class CoreShareTest {
  /** The first list is that of the rank itself. */
  @ParameterizedTest
  @CsvSource({
    "0-15 0-15 0-15 0-15, 16, 4", // not bound: each core is divided by four
    "0-3 4-7 8-11, 4, 4", // bound apart: each rank keeps its own
    "0-7 0-7 8-15 8-15, 8, 4", // bound to sockets by twos
    "0-7 4-11, 8, 6", // four cores alone and half of four
    "5 5 5, 1, 1", // more ranks than cores
    "0-2 0-2, 3, 1",
    "'0,2,4-5 1,3', 4, 4",
    "0-15 0-15, 4, 2" // a quota of four cores
  })
  void threads(String lists, int available, int threads) {
    BitSet[] node = Arrays.stream(lists.split(" ")).map(CoreShare::parse).toArray(BitSet[]::new);
    assertEquals(threads, CoreShare.of(node[0], node, available));
  }

  /** The cores of the ranks, those of the launcher, and how many of these stay idle. */
  @ParameterizedTest
  @CsvSource({
    "0 1, 0-15, 14", // mpirun -n 2
    "0-1 2-3, 0-15, 12", // cores of two hardware threads
    "0 1, 0-1, 0",
    "0-15 0-15, 0-15, 0", // not bound
    "0-3 4-7, 0-15, 0" // bound to several: the user's wish
  })
  void idleCores(String lists, String launcher, int idle) {
    BitSet[] node = Arrays.stream(lists.split(" ")).map(CoreShare::parse).toArray(BitSet[]::new);
    BitSet all = CoreShare.parse(launcher);
    String expected =
        "mpirun has bound each rank to a single core, so that %d of %d cores stay idle: run it with --bind-to none";
    assertEquals(
        idle == 0 ? null : expected.formatted(idle, all.cardinality()),
        IdleCores.warning(node, all, "mpirun"));
  }

  @Test
  void ranksOfThisProcessShareItsCores() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(cores, CoreShare.of(new LocalCommunicator()));
    int each = Math.max(1, cores / 2);
    assertEquals(List.of(each, each), ThreadRanks.run(2, CoreShare::of));
  }

  /** One rank is told a number of threads, the other is not. */
  @Test
  void loopsAreSharedByTheThreadsOfTheRank() {
    int each = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    List<List<Integer>> threads =
        ThreadRanks.run(
            2,
            comm -> {
              Computer asked =
                  new Computer(
                      BackendChoice.CPU,
                      Computer.ANY_DEVICE,
                      comm.rank() == 0 ? 3 : 0,
                      ExchangeChoice.AUTO);
              return CoreShare.use(asked, comm, own -> List.of(own.threads(), Parallel.threads()));
            });
    assertEquals(List.of(List.of(3, 3), List.of(each, each)), threads);
  }
}
