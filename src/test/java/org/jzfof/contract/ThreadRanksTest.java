package org.jzfof.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.CountingTransport;
import org.jzfof.comm.CountingTransport.Traffic;
import org.jzfof.comm.NodeRanks;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.SnapshotException;

@Timeout(60)
class ThreadRanksTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13})
  void contract(int ranks) {
    ThreadRanks.run(ranks, ThreadRanksTest::contract);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void contractWithSplitMessages(int ranks) {
    ThreadRanks.run(ranks, 1 << 10, ThreadRanksTest::contract);
    ThreadRanks.run(ranks, 8 * 13, ThreadRanksTest::contract);
  }

  @Test
  void allRanksAreInThisProcess() {
    assertEquals(List.of(3, 3, 3), ThreadRanks.run(3, NodeRanks::inThisProcess));
  }

  @Test
  void resultsAreInOrderOfRanks() {
    assertEquals(List.of(0, 10, 20), ThreadRanks.run(3, comm -> 10 * comm.rank()));
  }

  /** A rank that gives up has no failure of its own; another one may fail while it waits. */
  @Test
  void theFailureOfARankIsToldWhereAnotherGaveUpBefore() {
    RankFailedException failure =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    2,
                    comm -> {
                      if (comm.rank() == 0) {
                        comm.recover();
                      }
                      assertThrows(RankLostException.class, () -> comm.allGather(new long[1]));
                      throw new SnapshotException("its own");
                    }));
    assertEquals(1, failure.rank());
    assertEquals("its own", failure.getCause().getMessage());
  }

  @Test
  void aRankThatGaveUpAloneIsLost() {
    RankLostException lost =
        assertThrows(
            RankLostException.class,
            () ->
                ThreadRanks.run(
                    2,
                    comm -> {
                      if (comm.rank() == 0) {
                        comm.recover();
                      }
                      return comm.rank();
                    }));
    assertEquals(0, lost.lost());
  }

  /** Rank 0 sends 20 bytes to rank 1 in messages of 8, and nobody else anything. */
  @Test
  void trafficIsCountedForEachRank() {
    List<Traffic> traffic =
        ThreadRanks.runOnTransport(
            3,
            8,
            transport -> {
              CountingTransport counting = new CountingTransport(transport);
              for (int exchange = 0; exchange < 2; exchange++) {
                counting.resetTraffic();
                counting.exchange(
                    (at, target) -> target.position(target.limit()),
                    counting.rank() == 0 ? new long[] {0, 0, 20, 20} : new long[4],
                    (at, source) -> {},
                    counting.rank() == 1 ? new long[] {0, 20, 20, 20} : new long[4]);
              }
              return counting.traffic();
            });
    assertEquals(
        List.of(
            new Traffic(1, 3, 20, 1, 20), new Traffic(1, 0, 0, 0, 20), new Traffic(1, 0, 0, 0, 0)),
        traffic);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 17, 512, 4096})
  void whatIsUnderWayDoesNotGrowWithTheRanks(int ranks) {
    int limit = ThreadRanks.messageLimit(ranks);
    assertEquals(0, limit % Long.BYTES);
    assertTrue(limit >= 4096 && (long) ranks * limit <= 16 << 20, limit + " bytes");
  }

  @Test
  void messageLimitIsChecked() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> ThreadRanks.run(2, 12, ThreadRanksTest::contract));
    assertTrue(e.getMessage().contains("12"), e.getMessage());
  }

  /** Whichever rank fails, the others wake up, and its failure is the one that is reported. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void oneFailureEndsAll(int bad) {
    SnapshotException failure = new SnapshotException("row 7 is bad");
    AtomicInteger woken = new AtomicInteger();
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    5,
                    comm -> {
                      if (comm.rank() == bad) {
                        throw failure;
                      }
                      try {
                        comm.sum(new long[] {1});
                      } catch (RankLostException lost) {
                        assertEquals(bad, lost.lost());
                        woken.incrementAndGet();
                        throw lost;
                      }
                      return null;
                    }));
    assertSame(failure, e.getCause());
    assertEquals(bad, e.rank());
    assertEquals("rank " + bad + ": row 7 is bad", e.getMessage());
    assertEquals(4, woken.get());
  }

  @Test
  void failureOfAllRanksAlikeIsNotOneRanks() {
    assertThrows(
        SnapshotException.class,
        () ->
            ThreadRanks.run(
                3,
                comm -> {
                  throw new SnapshotException("no such file");
                }));
  }

  @Test
  void errorsAreFailuresToo() {
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    2,
                    comm -> {
                      if (comm.rank() == 1) {
                        throw new OutOfMemoryError("Java heap space");
                      }
                      return comm.broadcast(new long[1], 1);
                    }));
    assertTrue(e.getCause() instanceof OutOfMemoryError);
  }

  @Test
  void rankThatEndsEarlyIsNotWaitedFor() {
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    3, comm -> comm.rank() == 2 ? null : comm.allGather(new long[] {1})));
    assertTrue(e.getMessage().contains("waits for rank 2, which has ended"), e.getMessage());
  }

  @Test
  void lengthsThatDisagreeAreFound() {
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    2,
                    comm -> {
                      comm.sum(new long[1 + comm.rank()]);
                      return null;
                    }));
    assertTrue(e.getMessage().contains("bytes where rank"), e.getMessage());
  }

  private static Void contract(Communicator comm) {
    CommunicatorContract.run(comm);
    return null;
  }
}
