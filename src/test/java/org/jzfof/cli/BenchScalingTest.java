package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchScalingTest {
  @Test
  void printsEveryNumberOfRanksAndTheGrowth() {
    String out =
        Jzfof.run("bench", "scaling", "--per-rank", 300, "--max-ranks", 16).succeeded().out();
    assertEquals(
        List.of("1", "2", "4", "8", "16"),
        out.lines().filter(l -> l.startsWith("ranks ")).map(l -> l.substring(17)).toList());
    assertTrue(out.contains("growth           as a power of the ranks, from 8 to 16\n"), out);
    List<String> sorts = out.lines().filter(l -> l.startsWith("Morton sort ")).toList();
    assertEquals(6, sorts.size(), out);
    // Nothing is sent for it, and the arrays are those of 300 particles or a few more.
    assertTrue(sorts.get(4).matches("Morton sort +0 +0\\.0 +0 +0 +0 +0 +0 +1[678]\\d{3}"), out);
    assertTrue(sorts.get(5).matches("Morton sort( +-){7} +-?0\\.\\d\\d"), out);
  }

  @Test
  void badNumbers() {
    Jzfof.run("bench", "scaling", "--max-ranks", 12).failed(2, "--max-ranks 12", "power of two");
    Jzfof.run("bench", "scaling", "--per-rank", 0).failed(2, "--per-rank is 0");
  }
}
