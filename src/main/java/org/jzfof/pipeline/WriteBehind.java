package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.pipeline.HaloSeries.WriteOutcome;
import org.jzfof.threads.BackgroundThreads;
import org.jzfof.threads.Parallel;

/**
 * Writes a catalogue on a separate thread while the next snapshot is computed; at most one
 * catalogue waits to be written. Several ranks write together, which needs communication; therefore
 * they write immediately.
 */
final class WriteBehind implements AutoCloseable {
  private final Communicator comm;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> BackgroundThreads.thread("write behind", work));
  private CompletableFuture<WriteOutcome> last =
      CompletableFuture.completedFuture(WriteOutcome.NOTHING);
  private final int threads = Parallel.threads();
  private long bytes;

  WriteBehind(Communicator comm) {
    this.comm = comm;
  }

  /** Writes a catalogue, as {@link RunOverlap#write} does. */
  void write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writer) {
    await();
    if (comm.size() > 1) {
      last = CompletableFuture.completedFuture(time(groups, writer));
    } else {
      bytes = groups.heapBytes() + Long.BYTES * groups.memberIds().count();
      last =
          CompletableFuture.supplyAsync(
              () -> Parallel.with(threads, () -> time(groups, writer)), thread);
    }
  }

  private static WriteOutcome time(
      GroupCatalogue groups, Function<GroupCatalogue, List<String>> writer) {
    long start = System.nanoTime();
    List<String> warnings = writer.apply(groups);
    return new WriteOutcome((System.nanoTime() - start) * 1e-9, warnings);
  }

  /** Returns the future of the last catalogue. */
  CompletableFuture<WriteOutcome> last() {
    return last;
  }

  /** Maximum number of bytes of the Java heap for the catalogue that is being written. */
  long heapBytes() {
    return last.isDone() ? 0 : bytes;
  }

  private void await() {
    BackgroundThreads.awaitEnd(last);
  }

  @Override
  public void close() {
    await();
    thread.shutdown();
  }
}
