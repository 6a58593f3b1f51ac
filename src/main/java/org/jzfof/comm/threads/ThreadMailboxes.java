package org.jzfof.comm.threads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.Transport;

/**
 * Where thread ranks meet: one slot for each ordered pair of ranks that have something to say,
 * which the sender fills and the receiver empties. A rank that waits wakes up when another one
 * fails. Waking up takes longer than most waits between GPUs: a rank looks again and again before
 * it sleeps, where there are cores for all.
 */
final class ThreadMailboxes {
  private static final long SPIN_NANOS = 200_000;

  /** Room for one message, or a message where it lies in the memory of its sender. */
  private static final class Slot {
    private ByteBuffer room = ByteBuffer.allocate(0);
    private ByteBuffer message = room;
    private volatile boolean full;
    private boolean read; // by the receiver, at this moment

    ByteBuffer ofLength(int bytes) {
      if (room.capacity() < bytes) {
        room = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      }
      message = room;
      return room.clear().limit(bytes);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition[] changed;
  private final List<Map<Integer, Slot>> inboxes = new ArrayList<>();
  private final boolean[] ended;
  private final boolean[] givenUp;
  private final long spinNanos;
  private long recoveries;
  private int failed = -1;

  ThreadMailboxes(int ranks) {
    changed = new Condition[ranks];
    ended = new boolean[ranks];
    givenUp = new boolean[ranks];
    spinNanos = ranks <= Runtime.getRuntime().availableProcessors() ? SPIN_NANOS : 0;
    for (int r = 0; r < ranks; r++) {
      changed[r] = lock.newCondition();
      inboxes.add(new ConcurrentHashMap<>());
    }
  }

  int ranks() {
    return changed.length;
  }

  private Slot slot(int from, int to) {
    return inboxes.get(to).computeIfAbsent(from, rank -> new Slot());
  }

  /** Waits until the last message is taken; an empty buffer for the next one. */
  ByteBuffer awaitEmpty(int from, int to, int bytes) {
    Slot slot = slot(from, to);
    await(from, to, () -> !slot.full);
    return slot.ofLength(bytes);
  }

  /** The buffer of {@link #awaitEmpty} has its message. */
  void sent(int from, int to) {
    set(from, to, true, to);
  }

  /**
   * Sends a message where it lies, once the last one is taken. It must stay as it is until {@link
   * #awaitTaken} or {@link #withdraw}.
   */
  void send(int from, int to, ByteBuffer message) {
    awaitTaken(from, to);
    slot(from, to).message = message;
    sent(from, to);
  }

  /** Waits until the last message is taken. */
  void awaitTaken(int from, int to) {
    Slot slot = slot(from, to);
    await(from, to, () -> !slot.full);
  }

  /** Takes back the last message of {@link #send}: nobody looks at it from then on. */
  void withdraw(int from, int to) {
    Slot slot = slot(from, to);
    lock.lock();
    try {
      while (slot.read) {
        changed[from].awaitUninterruptibly();
      }
      slot.full &= slot.message == slot.room; // else it is of an earlier exchange
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a message and gives its bytes, until {@link #taken}. */
  ByteBuffer awaitFull(int from, int to) {
    Slot slot = slot(from, to);
    while (true) {
      await(to, from, () -> slot.full);
      lock.lock();
      try {
        if (slot.full) { // its sender may have failed meanwhile, and withdrawn it
          slot.read = true;
          return slot.message.rewind();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The message of {@link #awaitFull} is used up, or of no use as its receiver has failed. */
  void taken(int from, int to) {
    set(from, to, false, from);
  }

  /** A rank has failed: all that wait for anything end. */
  void fail(int rank) {
    lock.lock();
    try {
      failed = failed < 0 ? rank : failed;
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all ranks have given up, see {@link org.jzfof.comm.Communicator#recover}. */
  void recover(int rank) {
    lock.lock();
    try {
      long round = recoveries;
      failed = failed < 0 ? rank : failed;
      givenUp[rank] = true;
      wakeAll();
      if (all(givenUp)) {
        startAnew();
      }
      while (recoveries == round) {
        for (boolean gone : ended) {
          if (gone) {
            throw new RankLostException(failed);
          }
        }
        changed[rank].awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startAnew() {
    recoveries++;
    failed = -1;
    Arrays.fill(givenUp, false);
    inboxes.forEach(inbox -> inbox.values().forEach(slot -> slot.full = false));
    wakeAll();
  }

  private static boolean all(boolean[] flags) {
    for (boolean flag : flags) {
      if (!flag) {
        return false;
      }
    }
    return true;
  }

  /** The rank that failed first, or -1. */
  int failed() {
    lock.lock();
    try {
      return failed;
    } finally {
      lock.unlock();
    }
  }

  /** A rank has ended: waiting for it is an error. */
  void end(int rank) {
    lock.lock();
    try {
      ended[rank] = true;
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  private void set(int from, int to, boolean full, int concerned) {
    lock.lock();
    try {
      Slot slot = slot(from, to);
      slot.full = full;
      slot.read = false;
      changed[concerned].signal();
    } finally {
      lock.unlock();
    }
  }

  private void await(int rank, int other, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean() && System.nanoTime() - start < spinNanos) {
      Thread.onSpinWait();
    }
    lock.lock();
    try {
      long grace = Transport.GRACE_NANOS;
      while (!condition.getAsBoolean()) {
        if (failed >= 0 && (ended[other] || givenUp[other] || grace <= 0)) {
          throw new RankLostException(failed);
        }
        if (ended[other]) {
          throw new IllegalStateException(
              "rank " + rank + " waits for rank " + other + ", which has ended");
        }
        grace = waitForChange(rank, grace);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The time left of the grace period, which begins when a rank fails. */
  private long waitForChange(int rank, long grace) {
    if (failed < 0) {
      changed[rank].awaitUninterruptibly();
      return grace;
    }
    try {
      return changed[rank].awaitNanos(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private void wakeAll() {
    for (Condition condition : changed) {
      condition.signal();
    }
  }
}
