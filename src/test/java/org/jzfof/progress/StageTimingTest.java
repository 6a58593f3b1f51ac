package org.jzfof.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;

class StageTimingTest {
  @Test
  void stagesOfAllRanks() {
    List<StageTiming> expected =
        List.of(new StageTiming("read", 2, 30, 600, 6), new StageTiming("write", 0.5, 9, 0, 0));
    for (List<StageTiming> all :
        ThreadRanks.run(
            3,
            comm -> {
              int r = comm.rank();
              return StageTiming.ofAllRanks(
                  List.of(
                      new StageTiming("read", 1 + r, 10 * (r + 1), 200, 2),
                      new StageTiming("write", 0.5, 9 - r, 0, 0)),
                  comm);
            })) {
      assertEquals(expected, all);
    }
    assertEquals(new StageTiming("total", 2.5, 30, 600, 6), StageTiming.total(expected));
  }
}
