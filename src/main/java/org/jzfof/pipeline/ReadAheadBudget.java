package org.jzfof.pipeline;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Shares the Java heap between a run and the snapshots that are read in advance. The snapshots
 * reserve memory in their order. The next snapshot may use all memory that the run leaves. Later
 * ones must leave the same amount free in addition, and count with the maximum that the run needs,
 * because they only save time, and the need of a run is an estimate.
 */
final class ReadAheadBudget {
  /** Stands for an unknown need: no snapshot fits beside it, and sums with it stay positive. */
  private static final long UNKNOWN = Long.MAX_VALUE / 4;

  private final long limit;
  private final NavigableMap<Integer, Long> reserved = new TreeMap<>();
  private int next;
  private long maximum = UNKNOWN;
  private long current = UNKNOWN;
  private boolean mayFall = true;

  ReadAheadBudget(long limit) {
    this.limit = limit;
  }

  /**
   * Begins a run.
   *
   * @param nextSnapshot number of the snapshot after it
   * @param bytes maximum number of bytes that the run needs, without the snapshots read in advance
   */
  synchronized void beginRun(int nextSnapshot, long bytes) {
    next = nextSnapshot;
    maximum = bytes;
    current = bytes;
    mayFall = true;
    notifyAll();
  }

  /** Reduces the need of the run from now on. */
  synchronized void reduce(long bytes) {
    current = bytes;
    mayFall = false;
    notifyAll();
  }

  /**
   * Ends the run.
   *
   * @param nextSnapshot number of the snapshot that becomes the current one
   */
  synchronized void endRun(int nextSnapshot) {
    next = nextSnapshot;
    reduce(mayFall ? 0 : current);
  }

  /**
   * Returns whether the run and the snapshots read in advance need more than the limit.
   *
   * @param more additional bytes in use
   */
  synchronized boolean exceeded(long more) {
    return maximum + sum() + more > limit;
  }

  /**
   * Waits for memory for a snapshot, and reserves it. Only the next snapshot can be refused.
   *
   * @param bytes bytes that it needs
   * @return bytes that the run and the other snapshots need; together with {@code bytes} they
   *     exceed the limit if the snapshot is refused
   * @throws InterruptedException if the snapshot is discarded meanwhile
   */
  synchronized long reserve(int run, long bytes) throws InterruptedException {
    while (!fits(run, bytes) && (run > next || mayFall)) {
      wait();
    }
    long others = current + sum();
    setReserved(run, fits(run, bytes) ? bytes : 0);
    return others;
  }

  private boolean fits(int run, long bytes) {
    if (run <= next) {
      return current + sum() + bytes <= limit;
    }
    long before = reserved.headMap(run).size();
    long after = reserved.tailMap(next + 1).values().stream().mapToLong(Long::longValue).sum();
    return before == run - next && Math.max(maximum, current) + sum() + after + 2 * bytes <= limit;
  }

  /** Sets the reserved bytes of a snapshot, possibly 0; later snapshots may then be served. */
  synchronized void setReserved(int run, long bytes) {
    reserved.put(run, bytes);
    notifyAll();
  }

  /** Removes a snapshot that is no longer read in advance. */
  synchronized void release(int run) {
    reserved.remove(run);
    notifyAll();
  }

  /** Makes a snapshot the current one, whose need is not known yet. */
  synchronized void makeCurrent(int run) {
    beginRun(run + 1, UNKNOWN);
    release(run);
  }

  /** Number of snapshots with reserved memory. */
  synchronized long heldCount() {
    return reserved.values().stream().filter(bytes -> bytes > 0).count();
  }

  private long sum() {
    return reserved.values().stream().mapToLong(Long::longValue).sum();
  }
}
