package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueuedIdsTest {
  private static final int BLOCK = 1 << 22;

  /** The array is used again, as a reader of files does. */
  private static void fill(QueuedIds queue, int blocks) {
    long[] ids = new long[BLOCK];
    for (int b = 0; b < blocks; b++) {
      Arrays.fill(ids, b);
      queue.accept((long) b * BLOCK, b + 1, ids);
    }
  }

  @Test
  void idsComeInOrderWhoeverIsFaster() {
    QueuedIds queue = new QueuedIds(6);
    CompletableFuture<long[]> written =
        CompletableFuture.supplyAsync(
            () -> {
              LongStream.Builder all = LongStream.builder();
              queue.stream(
                  (row, count, ids) -> {
                    assertEquals(count, ids.length);
                    all.add(row / BLOCK);
                    Arrays.stream(ids).forEach(all::add);
                  });
              return all.build().toArray();
            });
    fill(queue, 3);
    queue.end();
    assertArrayEquals(new long[] {0, 0, 1, 1, 1, 2, 2, 2, 2}, written.join());
    assertEquals(6, queue.count());
  }

  /** Nine blocks of 32 MiB do not fit into 256 MiB. */
  @Test
  void whoCollectsWaitsForWhoWrites() throws Exception {
    QueuedIds queue = new QueuedIds(9L * BLOCK);
    CountDownLatch taken = new CountDownLatch(8);
    CompletableFuture<Void> collected =
        CompletableFuture.runAsync(
            () -> {
              long[] ids = new long[BLOCK];
              for (int b = 0; b < 9; b++) {
                queue.accept((long) b * BLOCK, BLOCK, ids);
                taken.countDown();
              }
              queue.end();
            });
    taken.await();
    assertThrows(
        TimeoutException.class,
        () -> collected.get(500, TimeUnit.MILLISECONDS),
        "the ninth block was taken as well");
    queue.stream((row, count, ids) -> {});
    collected.join();
  }

  @Test
  void failureToCollectIsAFailureToWrite() {
    QueuedIds queue = new QueuedIds(10);
    fill(queue, 2);
    IllegalArgumentException failure = new IllegalArgumentException("lost");
    queue.fail(failure);
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> queue.stream((row, count, ids) -> {}));
    assertSame(failure, e.getCause());
  }

  @Test
  void whoCollectsDoesNotWaitForAWriterThatHasFailed() {
    QueuedIds queue = new QueuedIds(20L * BLOCK);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
                () ->
                    queue.stream(
                        (row, count, ids) -> {
                          throw new IllegalStateException("disk full");
                        }))
            .whenComplete((nothing, failure) -> queue.discard());
    long[] ids = new long[BLOCK];
    for (int b = 0; b < 20; b++) {
      queue.accept((long) b * BLOCK, BLOCK, ids);
    }
    queue.end();
    assertEquals(
        "disk full", assertThrows(CompletionException.class, writer::join).getCause().getMessage());
  }
}
