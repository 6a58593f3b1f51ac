package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.catalogue.QueuedIds;
import org.jzfof.comm.Communicator;
import org.jzfof.pipeline.HaloSeries.Written;

/**
 * Writes a catalogue while the next snapshot is computed, on a thread of its own that never
 * communicates: IDs of other ranks are fetched before, by the thread that computes. At most one
 * catalogue waits to be written.
 */
final class WriteBehind implements AutoCloseable {
  private final Communicator comm;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> Lane.thread("write behind", work));
  private CompletableFuture<Written> last = CompletableFuture.completedFuture(Written.NOTHING);
  private long bytes;

  WriteBehind(Communicator comm) {
    this.comm = comm;
  }

  /** As {@link Lanes#write}; returns when all other ranks have sent what they have. */
  void write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
    await();
    long ids = Long.BYTES * groups.memberIds().count();
    if (comm.rank() > 0) {
      writing.apply(groups);
    } else if (comm.size() == 1) {
      bytes = groups.heapBytes() + ids;
      last = CompletableFuture.supplyAsync(() -> time(groups, writing), thread);
    } else {
      bytes = groups.heapBytes() + Math.min(ids, QueuedIds.MOST_BYTES);
      gather(groups, writing);
    }
  }

  private void gather(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
    QueuedIds queue = new QueuedIds(groups.memberIds().count());
    last =
        CompletableFuture.supplyAsync(() -> time(groups.withMemberIds(queue), writing), thread)
            .whenComplete((written, failure) -> queue.discard());
    try {
      groups.memberIds().stream(queue);
      queue.end();
    } catch (RuntimeException | Error e) {
      queue.fail(e);
      throw e;
    }
  }

  private static Written time(
      GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
    long start = System.nanoTime();
    List<String> warnings = writing.apply(groups);
    return new Written((System.nanoTime() - start) * 1e-9, warnings);
  }

  /** The writing of the last catalogue. */
  CompletableFuture<Written> last() {
    return last;
  }

  /** Bytes of the catalogue that is being written, at most. */
  long heapBytes() {
    return last.isDone() ? 0 : bytes;
  }

  private void await() {
    last.handle((written, failure) -> null).join();
  }

  @Override
  public void close() {
    await();
    thread.shutdown();
  }
}
