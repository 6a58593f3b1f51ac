package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchExchangeTest {
  @Test
  void printsTheRateOfEverySize() {
    Outcome outcome =
        Jzfof.run("bench", "exchange", "--backend", "cpu", "--ranks", 3, "--sizes", "1,2")
            .succeeded();
    List<String> lines = outcome.out().lines().toList();
    assertEquals("ranks            3", lines.get(1));
    for (int s = 1; s <= 2; s++) {
      String[] words = lines.get(lines.size() - 3 + s).split(" +");
      assertEquals(s, Integer.parseInt(words[0]));
      assertTrue(Double.parseDouble(words[1]) > 0, outcome.out());
    }
  }

  @Test
  void oneRankHasNobodyToSendTo() {
    Jzfof.run("bench", "exchange", "--backend", "cpu").failed(2, "one rank", "--ranks");
  }

  @Test
  void sizesMustMakeSense() {
    Jzfof.run("bench", "exchange", "--ranks", 2, "--sizes", "0").failed(2, "--sizes", "[0]");
  }

  @Test
  void pathsBetweenGpusAreRefusedOnTheCpu() {
    Jzfof.run(
            "bench",
            "exchange",
            "--ranks",
            2,
            "--sizes",
            "1",
            "--backend",
            "cpu",
            "--exchange",
            "peer")
        .failed(5, "--exchange peer", "cpu");
  }
}
