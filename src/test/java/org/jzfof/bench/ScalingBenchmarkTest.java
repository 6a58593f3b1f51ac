package org.jzfof.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.CountingTransport.Traffic;

/** What a rank sends and holds, as ranks are added. */
class ScalingBenchmarkTest {
  private static final int SOME = 8;
  private static final int MANY = 64;

  /** Collective operations of a stage, and their messages to each partner. */
  private static final int ROUNDS = 30;

  private static final Map<Integer, ScalingBenchmark.Result> RESULTS = results();

  private static Map<Integer, ScalingBenchmark.Result> results() {
    ScalingBenchmark benchmark = new ScalingBenchmark(600, 1);
    return Stream.of(1, 2, SOME, MANY).collect(Collectors.toMap(p -> p, benchmark::run));
  }

  private static int log2(int ranks) {
    return Integer.numberOfTrailingZeros(ranks);
  }

  @Test
  void oneRankSendsNothing() {
    for (StageLoad stage : RESULTS.get(1).stages()) {
      assertEquals(0, stage.maximum(r -> r.traffic().messages()), stage.name());
      assertEquals(0, stage.maximum(r -> r.traffic().bytes()), stage.name());
    }
  }

  @Test
  void everyStageOfEveryRankIsCounted() {
    for (ScalingBenchmark.Result result : RESULTS.values()) {
      for (StageLoad stage : result.stages()) {
        assertEquals(result.ranks(), stage.ranks().size());
        assertTrue(stage.ranks().stream().allMatch(r -> r.arrayBytes() > 0), stage.name());
      }
      assertTrue(result.groups() >= result.ranks(), result.groups() + " groups");
      assertTrue(result.members() >= 20L * result.groups());
    }
  }

  @Test
  void messagesGrowWithTheLogarithmAndThePartners() {
    for (ScalingBenchmark.Result result : RESULTS.values()) {
      for (StageLoad stage : result.stages()) {
        for (StageLoad.RankLoad rank : stage.ranks()) {
          Traffic traffic = rank.traffic();
          long bound = ROUNDS * log2(result.ranks()) + 4L * traffic.partners();
          assertTrue(
              traffic.messages() <= bound,
              () -> stage.name() + " on " + result.ranks() + " ranks: " + traffic);
        }
      }
    }
  }

  /** Of many ranks only some are near. */
  @Test
  void noRankSendsToAllOthers() {
    for (StageLoad stage : RESULTS.get(MANY).stages()) {
      double partners = stage.mean(r -> r.traffic().partners());
      assertTrue(partners < 0.6 * (MANY - 1), stage.name() + ": " + partners);
    }
  }

  /** Ranks that wait for each other one by one would show here. */
  @Test
  void stepsGrowWithTheLogarithm() {
    assertGrowth(r -> r.traffic().exchanges(), 1.5 * log2(MANY) / log2(SOME));
  }

  /** A rank holds its own particles and what is near them, not more the more ranks there are. */
  @Test
  void arraysDoNotGrow() {
    assertGrowth(StageLoad.RankLoad::arrayBytes, 1.5);
  }

  /** All groups come to rank 0 to be written. */
  private static void assertGrowth(ToLongFunction<StageLoad.RankLoad> number, double most) {
    List<StageLoad> some = RESULTS.get(SOME).stages();
    List<StageLoad> many = RESULTS.get(MANY).stages();
    assertEquals(some.size(), many.size());
    for (int s = 0; s < some.size(); s++) {
      if (!some.get(s).name().equals("fetch catalogue")) {
        long before = some.get(s).maximum(number);
        long after = many.get(s).maximum(number);
        assertTrue(after <= most * before, some.get(s).name() + ": " + before + ", " + after);
      }
    }
  }
}
