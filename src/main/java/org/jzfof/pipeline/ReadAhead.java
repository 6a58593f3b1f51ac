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
 * Reads this rank's share of the next snapshots while the current one is computed. Each snapshot
 * has a thread, which never communicates. Initially one snapshot is read in advance. Whenever the
 * run had to wait for a snapshot, one more is read in advance, as long as there is memory.
 */
final class ReadAhead implements AutoCloseable {
  /** Maximum number of snapshots that are held or being read besides the current one. */
  static final int MAX_SNAPSHOTS = 4;

  private final List<RunOptions> runs;
  private final Communicator comm;
  private final long heapLimit;
  private final ReadAheadBudget budget;
  private final HeldArrays arrays = new HeldArrays();
  private final Deque<PendingRead> pending = new ArrayDeque<>();
  private int depth = 1;

  /** A snapshot that is being read, or has been read. */
  private record PendingRead(int run, Thread thread, CompletableFuture<CheckedSnapshot> read) {}

  /**
   * @param heapLimit bytes of the Java heap that this rank may use
   */
  ReadAhead(List<RunOptions> runs, Communicator comm, long heapLimit) {
    this.heapLimit = heapLimit;
    this.budget = new ReadAheadBudget(heapLimit);
    this.runs = runs;
    this.comm = comm;
  }

  /**
   * Starts to read the snapshots of the following runs, immediately if there is memory, or else
   * when the current run needs less.
   *
   * @param run number of the first run
   * @param heapBytes bytes of the Java heap that the current run needs meanwhile
   */
  void start(int run, long heapBytes) {
    keepFrom(run);
    budget.beginRun(run, heapBytes);
    if (budget.exceeded(arrays.freeBytes())) {
      arrays.clear();
    }
    while (budget.exceeded(0) && !pending.isEmpty()) {
      drop(pending.removeLast());
    }
    for (int i = run + pending.size(); i < Math.min(runs.size(), run + depth); i++) {
      pending.add(begin(i));
    }
    if (run >= runs.size()) {
      arrays.close();
    }
  }

  private PendingRead begin(int run) {
    CompletableFuture<CheckedSnapshot> read = new CompletableFuture<>();
    Thread thread =
        BackgroundThreads.thread(
            "read ahead", () -> read.completeAsync(() -> read(run), Runnable::run));
    thread.start();
    return new PendingRead(run, thread, read);
  }

  /**
   * Reduces the memory of the current run.
   *
   * @param heapBytes bytes of the Java heap that it needs from now on
   */
  void reduceRunMemory(long heapBytes) {
    budget.reduce(heapBytes);
  }

  /**
   * Returns a snapshot, from memory if its reading was started; a failure of that reading is thrown
   * here.
   */
  CheckedSnapshot take(int run) {
    keepFrom(run);
    if (pending.isEmpty()) {
      return open(runs.get(run));
    }
    PendingRead first = pending.remove();
    if (!first.read.isDone() && depth < MAX_SNAPSHOTS) {
      depth++;
    }
    budget.endRun(run);
    try {
      return BackgroundThreads.join(first.read);
    } finally {
      budget.makeCurrent(run);
    }
  }

  /** Number of snapshots that are held, or being read into memory. */
  long heldCount() {
    return budget.heldCount();
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
        budget.setReserved(run, 0);
      }
    }
  }

  private void hold(int run, CheckedSnapshot checked) {
    long needed = checked.heldBytes(comm);
    try {
      needed += budget.reserve(run, needed);
      if (needed <= heapLimit) {
        checked.hold(comm);
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the snapshot is no longer wanted");
    } catch (OutOfMemoryError e) { // the estimate was too low; the snapshot is read later
      checked.rows().release();
      budget.setReserved(run, 0);
    }
    arrays.clear();
    checked.remarks().add(tooLittle(needed));
  }

  private String tooLittle(long needed) {
    return ("the snapshot was not read in advance: that needs %d MiB, but this rank has %d MiB of the Java heap; set a larger JZFOF_HEAP")
        .formatted(needed >> 20, heapLimit >> 20);
  }

  /** Discards the snapshots of other runs than the expected ones, which no run will use. */
  private void keepFrom(int run) {
    while (!pending.isEmpty() && pending.peek().run < run) {
      drop(pending.remove());
    }
    if (!pending.isEmpty() && pending.peek().run > run) {
      close();
    }
  }

  private void drop(PendingRead discarded) {
    discarded.thread.interrupt();
    BackgroundThreads.awaitEnd(discarded.read);
    budget.release(discarded.run);
  }

  /** Interrupts the readings, which end at their next block, and waits for them. */
  @Override
  public void close() {
    pending.forEach(discarded -> discarded.thread.interrupt());
    pending.forEach(this::drop);
    pending.clear();
  }
}
