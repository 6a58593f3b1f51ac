package org.jzfof.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelTest {
  /** What goes wrong in a step. */
  private static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int step;

    Fault(int step) {
      this.step = step;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1",
    "1, 10, 3",
    "3, 0, 7",
    "3, 1, 7",
    "3, 7, 7",
    "3, 8, 7",
    "4, 1000, 1",
    "4, 1001, 10",
    "2, 100000, 4096",
    "16, 20, 1"
  })
  void rangesCoverAllStepsOnce(int threads, int n, int grain) {
    AtomicIntegerArray times = new AtomicIntegerArray(n);
    Parallel.with(
        threads,
        () ->
            Parallel.forRange(
                n,
                grain,
                (from, to) -> {
                  assertEquals(0, from % grain);
                  assertEquals(Math.min(n, from + grain), to);
                  for (int i = from; i < to; i++) {
                    times.incrementAndGet(i);
                  }
                }));
    assertTrue(IntStream.range(0, n).allMatch(i -> times.get(i) == 1));
  }

  @Test
  void lastRangeEndsAtTheLargestNumber() {
    int grain = 1 << 30;
    AtomicInteger last = new AtomicInteger();
    for (int threads : new int[] {1, 2}) {
      Parallel.with(
          threads,
          () ->
              Parallel.forRange(
                  Integer.MAX_VALUE, grain, (from, to) -> last.accumulateAndGet(to, Math::max)));
      assertEquals(Integer.MAX_VALUE, last.getAndSet(0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void soManyThreadsShareALoop(int threads) {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(threads);
    Parallel.with(
        threads,
        () -> {
          assertEquals(threads, Parallel.threads());
          Parallel.forEach(
              threads,
              1,
              i -> {
                seen.add(Thread.currentThread());
                all.countDown();
                await(all);
              });
          Parallel.forEach(1000, 1, i -> seen.add(Thread.currentThread()));
          Parallel.indices(1000, 1).forEach(i -> seen.add(Thread.currentThread()));
          assertTrue(seen.contains(Thread.currentThread()));
        });
    assertEquals(threads, seen.size());
  }

  /** Also where one of them waits: no other thread takes its place. */
  @Test
  void thereAreNoMoreThreads() {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    Parallel.with(
        2,
        () ->
            Parallel.forEach(
                20,
                1,
                i -> {
                  seen.add(Thread.currentThread());
                  BackgroundThreads.join(
                      CompletableFuture.runAsync(
                          () -> LockSupport.parkNanos(1_000_000),
                          work -> BackgroundThreads.thread("other", work).start()));
                  Parallel.forEach(20, 1, k -> seen.add(Thread.currentThread()));
                }));
    assertTrue(seen.size() <= 2, seen.toString());
  }

  @Test
  void aloneElsewhere() {
    assertEquals(1, Parallel.threads());
    assertFalse(Parallel.indices(1 << 20, 1).isParallel());
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    Parallel.forEach(1000, 1, i -> seen.add(Thread.currentThread()));
    assertEquals(Set.of(Thread.currentThread()), seen);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void loopsInLoops(int threads) {
    AtomicIntegerArray times = new AtomicIntegerArray(50 * 50 * 50);
    Parallel.with(
        threads,
        () ->
            Parallel.forEach(
                50,
                1,
                i ->
                    Parallel.indices(50, 1)
                        .forEach(
                            j ->
                                Parallel.forEach(
                                    50, 3, k -> times.incrementAndGet((i * 50 + j) * 50 + k)))));
    assertTrue(IntStream.range(0, times.length()).allMatch(i -> times.get(i) == 1));
  }

  /** Threads of another number take over what runs within. */
  @Test
  void threadsWithinThreads() {
    int[] inside = {0, 0};
    Parallel.with(
        2,
        () ->
            Parallel.forEach(
                2, 1, i -> inside[i] = Parallel.with(3 + i, () -> Parallel.threads() + i)));
    assertArrayEquals(new int[] {3, 5}, inside);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void failureIsThatOfTheFirstStepThatFails(int threads) {
    SplittableRandom random = new SplittableRandom(threads);
    for (int c = 0; c < 200; c++) {
      boolean[] bad = new boolean[500];
      for (int k = 0; k < 5; k++) {
        bad[random.nextInt(bad.length)] = true;
      }
      AtomicInteger underWay = new AtomicInteger();
      Fault fault =
          assertThrows(
              Fault.class,
              () ->
                  Parallel.with(
                      threads,
                      () -> {
                        try {
                          Parallel.forEach(
                              bad.length,
                              1 + bad.length / 100,
                              i -> {
                                underWay.incrementAndGet();
                                try {
                                  if (bad[i]) {
                                    throw new Fault(i);
                                  }
                                } finally {
                                  underWay.decrementAndGet();
                                }
                              });
                        } finally {
                          assertEquals(0, underWay.get());
                        }
                      }));
      assertEquals(
          IntStream.range(0, bad.length).filter(i -> bad[i]).findFirst().orElseThrow(), fault.step);
    }
  }

  @Test
  void noMoreIsBegunAfterAFailure() {
    AtomicInteger begun = new AtomicInteger();
    assertThrows(
        Fault.class,
        () ->
            Parallel.with(
                2,
                () ->
                    Parallel.forEach(
                        1_000_000,
                        1,
                        i -> {
                          begun.incrementAndGet();
                          throw new Fault(i);
                        })));
    assertTrue(begun.get() <= 2, begun + " steps");
  }

  /** The very object, not a copy of it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatWorkThrowsIsThrown(int threads) {
    for (Throwable thrown :
        new Throwable[] {new Fault(0), new OutOfMemoryError("Java heap space")}) {
      Runnable failing =
          () -> {
            throw BackgroundThreads.unchecked(thrown);
          };
      assertSame(thrown, assertThrows(Throwable.class, () -> Parallel.with(threads, failing)));
      assertSame(
          thrown,
          assertThrows(
              Throwable.class,
              () -> Parallel.with(threads, () -> Parallel.forEach(9, 1, i -> failing.run()))));
    }
  }

  /** Long steps come one after the other, each with all threads for its loops. */
  @Test
  void longStepsComeFirst() {
    AtomicInteger done = new AtomicInteger();
    AtomicInteger underWay = new AtomicInteger();
    Parallel.with(
        3,
        () ->
            Parallel.forEachLongFirst(
                4,
                40,
                i -> {
                  if (i < 4) {
                    assertEquals(i, done.get());
                    assertEquals(1, underWay.incrementAndGet());
                    Set<Thread> seen = ConcurrentHashMap.newKeySet();
                    CountDownLatch all = new CountDownLatch(3);
                    Parallel.forEach(
                        3,
                        1,
                        k -> {
                          seen.add(Thread.currentThread());
                          all.countDown();
                          await(all);
                        });
                    assertEquals(3, seen.size());
                    underWay.decrementAndGet();
                  }
                  done.incrementAndGet();
                }));
    assertEquals(40, done.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void sorts(int threads) {
    SplittableRandom random = new SplittableRandom(5);
    for (int n : new int[] {0, 1, 100, 100_000}) {
      long[] numbers = random.longs(n).toArray();
      long[] sorted = numbers.clone();
      double[] doubles = random.doubles(n).map(d -> d - 0.5).toArray();
      double[] sortedDoubles = doubles.clone();
      int from = n / 10;
      long[] middle = numbers.clone();
      Parallel.with(
          threads,
          () -> {
            Parallel.sort(sorted);
            Parallel.sort(middle, from, n - from);
            Parallel.sort(sortedDoubles);
          });
      assertArrayEquals(Arrays.stream(numbers).sorted().toArray(), sorted);
      assertArrayEquals(Arrays.stream(doubles).sorted().toArray(), sortedDoubles);
      Arrays.sort(numbers, from, n - from);
      assertArrayEquals(numbers, middle);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
