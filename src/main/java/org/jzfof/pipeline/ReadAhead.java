package org.jzfof.pipeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.snapshot.particles.CheckedSnapshot;
import org.jzfof.snapshot.particles.HeldArrays;
import org.jzfof.snapshot.particles.RequiredColumns;
import org.jzfof.threads.BackgroundThreads;

/**
 * Reads this rank's share of the next snapshots, each on a thread of its own, which never
 * communicates, while the current one is computed. It begins with one, and reads one more at a time
 * whenever a snapshot had to be waited for, as long as there is memory.
 */
final class ReadAhead implements AutoCloseable {
  /** Snapshots that are held or being read besides the current one. */
  static final int MOST = 4;

  private final List<RunOptions> runs;
  private final Communicator comm;
  private final long heapLimit;
  private final ReadAheadBudget room;
  private final HeldArrays arrays = new HeldArrays();
  private final Deque<Coming> coming = new ArrayDeque<>();
  private int depth = 1;

  /** A snapshot that is being read, or has been. */
  private record Coming(int run, Thread thread, CompletableFuture<CheckedSnapshot> read) {}

  /**
   * @param runs the snapshots in order
   * @param comm tells which share is this rank's
   * @param heapLimit bytes of the Java heap that this rank may use
   */
  ReadAhead(List<RunOptions> runs, Communicator comm, long heapLimit) {
    this.heapLimit = heapLimit;
    this.room = new ReadAheadBudget(heapLimit);
    this.runs = runs;
    this.comm = comm;
  }

  /**
   * Begins to read the snapshots from one on, if there are any: at once if there is memory, or else
   * when others need less.
   *
   * @param run number of the first
   * @param heapBytes bytes of the Java heap that others need meanwhile
   */
  void start(int run, long heapBytes) {
    keepFrom(run);
    room.begins(run, heapBytes);
    if (room.exceeded(arrays.freeBytes())) {
      arrays.clear();
    }
    while (room.exceeded(0) && !coming.isEmpty()) {
      drop(coming.removeLast());
    }
    for (int i = run + coming.size(); i < Math.min(runs.size(), run + depth); i++) {
      coming.add(begin(i));
    }
    if (run >= runs.size()) {
      arrays.close();
    }
  }

  private Coming begin(int run) {
    CompletableFuture<CheckedSnapshot> read = new CompletableFuture<>();
    Thread thread =
        BackgroundThreads.thread(
            "read ahead", () -> read.completeAsync(() -> read(run), Runnable::run));
    thread.start();
    return new Coming(run, thread, read);
  }

  /**
   * Others need less from now on.
   *
   * @param heapBytes bytes of the Java heap
   */
  void freed(long heapBytes) {
    room.needsLess(heapBytes);
  }

  /** A snapshot, from memory if it was started; any failure of that is thrown here. */
  CheckedSnapshot take(int run) {
    keepFrom(run);
    if (coming.isEmpty()) {
      return open(runs.get(run));
    }
    Coming first = coming.remove();
    if (!first.read.isDone() && depth < MOST) {
      depth++;
    }
    room.over(run);
    try {
      return BackgroundThreads.join(first.read);
    } finally {
      room.becomesCurrent(run);
    }
  }

  /** Snapshots that are held, or being read into memory. */
  long held() {
    return room.held();
  }

  private CheckedSnapshot open(RunOptions options) {
    return CheckedSnapshot.openAlone(
        options.groups().particles(),
        options.groups().attach(),
        RequiredColumns.of(options),
        comm,
        arrays);
  }

  private CheckedSnapshot read(int run) {
    boolean read = false;
    try {
      CheckedSnapshot checked = open(runs.get(run));
      hold(run, checked);
      read = true;
      return checked;
    } finally {
      if (!read) {
        room.settle(run, 0);
      }
    }
  }

  private void hold(int run, CheckedSnapshot checked) {
    long needed = checked.heldBytes(comm);
    try {
      needed += room.enter(run, needed);
      if (needed <= heapLimit) {
        checked.hold(comm);
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the snapshot is no longer wanted");
    } catch (OutOfMemoryError e) { // the estimate was too low; the snapshot is read in its turn
      checked.rows().release();
      room.settle(run, 0);
    }
    arrays.clear();
    checked.remarks().add(tooLittle(needed));
  }

  private String tooLittle(long needed) {
    return ("the snapshot was not read in advance: that needs %d MiB, but this rank has %d MiB of the Java heap; set a larger JZFOF_HEAP")
        .formatted(needed >> 20, heapLimit >> 20);
  }

  /** Drops what is out of turn, which nobody will take. */
  private void keepFrom(int run) {
    while (!coming.isEmpty() && coming.peek().run < run) {
      drop(coming.remove());
    }
    if (!coming.isEmpty() && coming.peek().run > run) {
      close();
    }
  }

  private void drop(Coming unwanted) {
    unwanted.thread.interrupt();
    unwanted.read.handle((checked, failure) -> null).join();
    room.leave(unwanted.run);
  }

  /** Waits for what is being read, which ends at its next block. */
  @Override
  public void close() {
    coming.forEach(unwanted -> unwanted.thread.interrupt());
    coming.forEach(this::drop);
    coming.clear();
  }
}
