package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;

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

  @Test
  void ranksOfThisProcessShareItsCores() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(cores, CoreShare.of(new LocalCommunicator()));
    int each = Math.max(1, cores / 2);
    assertEquals(List.of(each, each), ThreadRanks.run(2, CoreShare::of));
  }
}
