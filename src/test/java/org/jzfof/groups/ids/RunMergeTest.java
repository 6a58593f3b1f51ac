package org.jzfof.groups.ids;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.error.MemoryException;

class RunMergeTest {
  private static long[] joined(RunMerge merge, boolean increasing, long... came) {
    try (Backend backend = new CpuBackend()) {
      return merge.join(backend.memory(), backend.memory().upload(came), increasing);
    }
  }

  /** Three ranks, one of which has sent nothing; of the runs, 7 has parts from two. */
  @Test
  void partsComeTogetherRunByRun() {
    long[][] heads = {{5, 2, 7, 3, 1000, 1}, {}, {6, 1, 7, 2}};
    long[] came = {50, 51, 70, -1, -1, 1, 60, 2, -2};
    RunMerge merge = new RunMerge(heads);
    assertEquals(5, merge.first());
    assertEquals(1000, merge.last());
    assertArrayEquals(new long[] {2, 1, 5, 1}, merge.lengths());
    assertArrayEquals(new long[] {50, 51, 60, 70, -1, -1, 2, -2, 1}, joined(merge, false, came));
    assertArrayEquals(new long[] {50, 51, 60, 2, 70, -2, -1, -1, 1}, joined(merge, true, came));
  }

  @Test
  void nothingHasNoRuns() {
    RunMerge merge = new RunMerge(new long[3][0]);
    assertArrayEquals(new long[0], merge.lengths());
    assertArrayEquals(new long[0], joined(merge, true));
  }

  /** As many runs as there can be are told apart, and more refused with a way out. */
  @Test
  void tooManyRunsAreRefused() {
    long most = (1L << 33) - 1;
    assertEquals(4 + most, new RunMerge(new long[][] {{4, 1, 4 + most, 1}}).last());
    MemoryException e =
        assertThrows(
            MemoryException.class, () -> new RunMerge(new long[][] {{4, 1}, {5 + most, 1}}));
    assertEquals(
        "2 parts of groups, numbered up to 8589934592, are too many to list their members on one rank:"
            + " give --no-ids, a larger --min-length, or more ranks",
        e.getMessage());
  }
}
