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
 * The meeting point of thread ranks: one slot for each ordered pair of ranks that communicate,
 * which the sender fills and the receiver empties. A waiting rank wakes up when another rank fails.
 * Waking up takes longer than most waits between GPUs; therefore a rank polls before it sleeps, if
 * there are enough cores for all ranks.
 */
final class ThreadMailboxes {
  private static final long SPIN_NANOS = 200_000;

  /** A buffer for one message, or a reference to a message in the memory of its sender. */
  private static final class Slot {
    private ByteBuffer room = ByteBuffer.allocate(0);
    private ByteBuffer message = room;
    private volatile boolean full;
    private boolean read; // true while the receiver reads the message

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
  private final boolean[] abandoned;
  private final long spinNanos;
  private long recoveries;
  private int failed = -1;

  ThreadMailboxes(int ranks) {
    changed = new Condition[ranks];
    ended = new boolean[ranks];
    abandoned = new boolean[ranks];
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

  /**
   * Waits until the last message has been received, and returns an empty buffer for the next one.
   */
  ByteBuffer awaitEmpty(int from, int to, int bytes) {
    Slot slot = slot(from, to);
    await(from, to, () -> !slot.full);
    return slot.ofLength(bytes);
  }

  /** Publishes the message in the buffer of {@link #awaitEmpty}. */
  void publish(int from, int to) {
    set(from, to, true, to);
  }

  /**
   * Sends a message from its present memory, after the last one has been received. The message must
   * not change until {@link #awaitReceived} or {@link #withdraw}.
   */
  void send(int from, int to, ByteBuffer message) {
    awaitReceived(from, to);
    slot(from, to).message = message;
    publish(from, to);
  }

  /** Waits until the last message has been received. */
  void awaitReceived(int from, int to) {
    Slot slot = slot(from, to);
    await(from, to, () -> !slot.full);
  }

  /** Withdraws the last message of {@link #send}; afterwards the receiver does not read it. */
  void withdraw(int from, int to) {
    Slot slot = slot(from, to);
    lock.lock();
    try {
      while (slot.read) {
        changed[from].awaitUninterruptibly();
      }
      slot.full &= slot.message == slot.room; // a copied message is of an earlier exchange
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a message and returns its bytes, which are valid until {@link #release}. */
  ByteBuffer awaitFull(int from, int to) {
    Slot slot = slot(from, to);
    while (true) {
      await(to, from, () -> slot.full);
      lock.lock();
      try {
        if (slot.full) { // the sender may have failed in the meantime and withdrawn the message
          slot.read = true;
          return slot.message.rewind();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Empties the slot of a message from {@link #awaitFull}, after its use or after the receiver's
   * failure.
   */
  void release(int from, int to) {
    set(from, to, false, from);
  }

  /** Records the failure of a rank, which ends all waiting ranks. */
  void fail(int rank) {
    lock.lock();
    try {
      failed = failed < 0 ? rank : failed;
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all ranks have abandoned the operation; see {@link
   * org.jzfof.comm.Communicator#recover}.
   */
  void recover(int rank) {
    lock.lock();
    try {
      long round = recoveries;
      failed = failed < 0 ? rank : failed;
      abandoned[rank] = true;
      wakeAll();
      if (allTrue(abandoned)) {
        startAnew();
      }
      while (recoveries == round) {
        for (boolean hasEnded : ended) {
          if (hasEnded) {
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
    Arrays.fill(abandoned, false);
    inboxes.forEach(inbox -> inbox.values().forEach(slot -> slot.full = false));
    wakeAll();
  }

  private static boolean allTrue(boolean[] flags) {
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

  /** Records the end of a rank; waiting for it is an error from then on. */
  void end(int rank) {
    lock.lock();
    try {
      ended[rank] = true;
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  private void set(int from, int to, boolean full, int wakened) {
    lock.lock();
    try {
      Slot slot = slot(from, to);
      slot.full = full;
      slot.read = false;
      changed[wakened].signal();
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
        if (failed >= 0 && (ended[other] || abandoned[other] || grace <= 0)) {
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

  /**
   * Waits for a change, and returns the rest of the grace period, which begins when a rank fails.
   */
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
