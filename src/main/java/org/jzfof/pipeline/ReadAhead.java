package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.load.CheckedSnapshot;
import org.jzfof.load.HeldArrays;
import org.jzfof.load.Needs;
import org.jzfof.threads.BackgroundThreads;

/**
 * Reads this rank's share of the next snapshot on a thread of its own, which never communicates,
 * while the current one is computed. At most one snapshot is held besides the current one.
 */
final class ReadAhead implements AutoCloseable {
  private static final int NONE = -1;

  private final List<RunOptions> runs;
  private final Communicator comm;
  private final long heapLimit;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> BackgroundThreads.thread("read ahead", work));
  private final HeldArrays arrays = new HeldArrays();
  private CompletableFuture<CheckedSnapshot> coming;
  private CompletableFuture<Long> freed = new CompletableFuture<>();
  private int comingRun = NONE;

  /**
   * @param runs the snapshots in order
   * @param comm tells which share is this rank's
   * @param heapLimit bytes of the Java heap that this rank may use
   */
  ReadAhead(List<RunOptions> runs, Communicator comm, long heapLimit) {
    this.heapLimit = heapLimit;
    this.runs = runs;
    this.comm = comm;
  }

  /**
   * Begins to read a snapshot, if there is one: at once if there is memory, or else when others
   * need less.
   *
   * @param run its number
   * @param heapBytes bytes of the Java heap that others need meanwhile
   */
  void start(int run, long heapBytes) {
    drop();
    if (run < runs.size()) {
      CompletableFuture<Long> later = new CompletableFuture<>();
      freed = later;
      comingRun = run;
      coming = CompletableFuture.supplyAsync(() -> read(runs.get(run), heapBytes, later), thread);
    } else {
      arrays.close();
    }
  }

  /**
   * Others need less from now on.
   *
   * @param heapBytes bytes of the Java heap
   */
  void freed(long heapBytes) {
    freed.complete(heapBytes);
  }

  /** A snapshot, from memory if it was started; any failure of that is thrown here. */
  CheckedSnapshot take(int run) {
    if (run != comingRun) {
      drop();
      return open(runs.get(run));
    }
    freed(0); // the run before it is over
    try {
      return BackgroundThreads.join(coming);
    } finally {
      comingRun = NONE;
      coming = null;
    }
  }

  private CheckedSnapshot open(RunOptions options) {
    return CheckedSnapshot.openAlone(
        options.groups().particles(), options.groups().attach(), Needs.of(options), comm, arrays);
  }

  private CheckedSnapshot read(
      RunOptions options, long heapBytesNow, CompletableFuture<Long> later) {
    CheckedSnapshot checked = open(options);
    long bytes = checked.heldBytes(comm);
    long heapBytes = heapBytesNow + bytes > heapLimit ? later.join() : heapBytesNow;
    if (heapBytes + bytes > heapLimit) {
      arrays.clear();
      checked.remarks().add(tooLittle(bytes + heapBytes));
      return checked;
    }
    try {
      checked.hold(comm);
    } catch (OutOfMemoryError e) { // the estimate was too low; the snapshot is read in its turn
      checked.rows().release();
      arrays.clear();
      checked.remarks().add(tooLittle(bytes + heapBytes));
    }
    return checked;
  }

  private String tooLittle(long needed) {
    return ("the snapshot was not read in advance: that needs %d MiB, but this rank has %d MiB of the Java heap; set a larger JZFOF_HEAP")
        .formatted(needed >> 20, heapLimit >> 20);
  }

  /** Waits for what is being read, which may be unwanted by now. */
  private void drop() {
    if (coming != null) {
      freed(heapLimit);
      coming.handle((checked, failure) -> null).join();
    }
    coming = null;
    comingRun = NONE;
  }

  @Override
  public void close() {
    boolean started = thread.shutdownNow().isEmpty(); // interrupts the reading
    if (started) {
      drop();
    }
  }
}
