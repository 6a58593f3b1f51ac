package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReadAheadBudgetTest {
  private final ReadAheadBudget room = new ReadAheadBudget(100);

  /** A snapshot that has to wait for its room. */
  private final class Waiting {
    private final FutureTask<Long> entered;
    private final Thread thread;

    Waiting(int run, long bytes) throws InterruptedException {
      entered = new FutureTask<>(() -> room.reserve(run, bytes));
      thread = new Thread(entered);
      thread.start();
      while (thread.getState() != Thread.State.WAITING) {
        assertFalse(entered.isDone(), "it did not wait");
        Thread.sleep(1);
      }
    }

    long entered() throws Exception {
      return entered.get();
    }

    boolean stillWaits() throws InterruptedException {
      thread.join(20);
      return !entered.isDone();
    }
  }

  @Test
  void theNextMayUseAllThatIsLeft() throws Exception {
    room.beginRun(1, 60);
    assertEquals(60, room.reserve(1, 40));
    assertFalse(room.exceeded(0));
    assertEquals(1, room.heldCount());
    room.release(1);
    assertEquals(0, room.heldCount());
  }

  @Test
  void theNextWaitsUntilOthersNeedLess() throws Exception {
    room.beginRun(1, 61);
    Waiting next = new Waiting(1, 40);
    room.reduce(60);
    assertEquals(60, next.entered());
    assertEquals(1, room.heldCount());
  }

  @Test
  void theNextIsRefusedIfThatIsNotEnough() throws Exception {
    room.beginRun(1, 90);
    Waiting next = new Waiting(1, 40);
    room.reduce(61);
    assertEquals(61, next.entered());
    assertEquals(0, room.heldCount());
  }

  @Test
  void laterOnesLeaveAsMuchAgain() throws Exception {
    room.beginRun(1, 40);
    Waiting second = new Waiting(2, 11);
    room.reserve(1, 20);
    assertEquals(60, second.entered());
    Waiting third = new Waiting(3, 10); // 40 + 20 + 2 * 11 + 2 * 10 are too many
    room.reduce(0); // they count with the most
    assertTrue(third.stillWaits());
    room.makeCurrent(1);
    assertTrue(third.stillWaits());
    room.beginRun(2, 40);
    assertEquals(51, third.entered());
    assertEquals(2, room.heldCount());
  }

  /** It may be left out where another rank has failed. */
  @Test
  void aSnapshotLeftOutKeepsNoneWaiting() throws Exception {
    room.beginRun(1, 100);
    Waiting second = new Waiting(2, 1);
    room.endRun(2);
    assertEquals(0, second.entered());
    assertEquals(1, room.heldCount());
  }

  /** The catalogue before it may have begun to be written. */
  @Test
  void laterOnesCountWithWhatIsNeededNowIfThatIsMore() throws Exception {
    room.beginRun(1, 10);
    room.reduce(70);
    room.reserve(1, 20);
    Waiting second = new Waiting(2, 6);
    room.reduce(60);
    assertEquals(80, second.entered());
    assertEquals(2, room.heldCount());
  }

  @Test
  void laterOnesWaitForThoseBefore() throws Exception {
    room.beginRun(1, 0);
    Waiting second = new Waiting(2, 1);
    assertTrue(second.stillWaits());
    room.setReserved(1, 0); // it has failed
    assertEquals(0, second.entered());
  }

  @Test
  void aLargerRunExceedsIt() throws Exception {
    room.beginRun(1, 0);
    room.reserve(1, 10);
    room.reserve(2, 10);
    room.makeCurrent(1);
    room.beginRun(2, 91);
    assertTrue(room.exceeded(0));
    room.release(2);
    assertFalse(room.exceeded(9));
    assertTrue(room.exceeded(10));
  }

  @Test
  void whoIsInterruptedGetsNothing() throws Exception {
    room.beginRun(1, 100);
    Waiting next = new Waiting(1, 1);
    next.thread.interrupt();
    ExecutionException e = assertThrows(ExecutionException.class, next::entered);
    assertTrue(e.getCause() instanceof InterruptedException);
    assertEquals(0, room.heldCount());
  }
}
