package org.jzfof.pipeline;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Shares the Java heap between a run and the snapshots that are read in advance. They get it in
 * their order. The next one may use all that the run leaves. Those after it must leave as much
 * again free, and count with the most that the run needs: they save time only, and what a run needs
 * is an estimate.
 */
final class ReadAheadBudget {
  /** Nothing fits beside it, and sums with it stay positive. */
  private static final long UNKNOWN = Long.MAX_VALUE / 4;

  private final long limit;
  private final NavigableMap<Integer, Long> given = new TreeMap<>();
  private int next;
  private long most = UNKNOWN;
  private long now = UNKNOWN;
  private boolean falls = true;

  /**
   * @param limit bytes of the heap
   */
  ReadAheadBudget(long limit) {
    this.limit = limit;
  }

  /**
   * A run begins.
   *
   * @param following number of the snapshot after it
   * @param bytes that all but the snapshots read in advance need, at most
   */
  synchronized void begins(int following, long bytes) {
    next = following;
    most = bytes;
    now = bytes;
    falls = true;
    notifyAll();
  }

  /** The run needs less from now on. */
  synchronized void needsLess(long bytes) {
    now = bytes;
    falls = false;
    notifyAll();
  }

  /**
   * The run is over.
   *
   * @param following number of the snapshot that will be the current one
   */
  synchronized void over(int following) {
    next = following;
    needsLess(falls ? 0 : now);
  }

  /**
   * Whether the run and the snapshots read in advance need more than there is.
   *
   * @param more bytes that are kept besides
   */
  synchronized boolean exceeded(long more) {
    return most + sum() + more > limit;
  }

  /**
   * Waits for room for a snapshot, and gives it. Only the next one is refused.
   *
   * @param run its number
   * @param bytes that it needs
   * @return bytes that all others need; with its own they are more than the limit if it is refused
   * @throws InterruptedException if nobody wants it any more
   */
  synchronized long enter(int run, long bytes) throws InterruptedException {
    while (!fits(run, bytes) && (run > next || falls)) {
      wait();
    }
    long others = now + sum();
    settle(run, fits(run, bytes) ? bytes : 0);
    return others;
  }

  private boolean fits(int run, long bytes) {
    if (run <= next) {
      return now + sum() + bytes <= limit;
    }
    long ahead = given.headMap(run).size();
    long after = given.tailMap(next + 1).values().stream().mapToLong(Long::longValue).sum();
    return ahead == run - next && Math.max(most, now) + sum() + after + 2 * bytes <= limit;
  }

  /** A snapshot needs other room than it was given, or none; those after it may be given room. */
  synchronized void settle(int run, long bytes) {
    given.put(run, bytes);
    notifyAll();
  }

  /** A snapshot is no longer read in advance. */
  synchronized void leave(int run) {
    given.remove(run);
    notifyAll();
  }

  /** A snapshot becomes the current one; what it needs is not known yet. */
  synchronized void becomesCurrent(int run) {
    begins(run + 1, UNKNOWN);
    leave(run);
  }

  /** Snapshots that have been given room. */
  synchronized long held() {
    return given.values().stream().filter(bytes -> bytes > 0).count();
  }

  private long sum() {
    return given.values().stream().mapToLong(Long::longValue).sum();
  }
}
