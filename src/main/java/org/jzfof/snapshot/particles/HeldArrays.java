package org.jzfof.snapshot.particles;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jzfof.snapshot.RowReader;

/**
 * A pool of arrays for rows that are held in memory, for a series of snapshots. New arrays would
 * cost page faults and copies by the garbage collector. Several threads may use the pool.
 */
public final class HeldArrays implements AutoCloseable {
  private final Map<Kind, Queue<Object>> free = new ConcurrentHashMap<>();
  private final AtomicLong freeBytes = new AtomicLong();
  private volatile boolean closed;

  /** Element type and length, which interchangeable arrays have in common. */
  private record Kind(Class<?> type, int length) {
    static Kind of(Object array) {
      return new Kind(array.getClass(), Array.getLength(array));
    }

    long bytes() {
      boolean wide = type == double[].class || type == long[].class;
      return (long) length * (wide ? Long.BYTES : Integer.BYTES);
    }
  }

  /** Bytes of an array of numbers. */
  static long bytes(Object array) {
    return Kind.of(array).bytes();
  }

  /** Returns a copy of the first values of an array of numbers, in a pooled array if possible. */
  <A> A copy(A values, int length) {
    Object known = poll(new Kind(values.getClass(), length));
    Class<?> number = values.getClass().getComponentType();
    Object copy = known == null ? Array.newInstance(number, length) : known;
    System.arraycopy(values, 0, copy, 0, length);
    @SuppressWarnings("unchecked")
    A sameType = (A) copy;
    return sameType;
  }

  private Object poll(Kind kind) {
    Queue<Object> waiting = free.get(kind);
    Object known = waiting == null ? null : waiting.poll();
    if (known != null) {
      freeBytes.addAndGet(-kind.bytes());
    }
    return known;
  }

  /** Returns an unused array to the pool, which keeps arrays of complete blocks only. */
  void release(Object array) {
    if (!closed && Array.getLength(array) % RowReader.BLOCK_ROWS == 0) {
      Kind kind = Kind.of(array);
      freeBytes.addAndGet(kind.bytes());
      free.computeIfAbsent(kind, unknown -> new ConcurrentLinkedQueue<>()).add(array);
    }
  }

  /** Removes all arrays from the pool. */
  public void clear() {
    for (Kind kind : free.keySet()) {
      while (poll(kind) != null) {}
    }
  }

  /** Bytes of the arrays in the pool. */
  public long freeBytes() {
    return freeBytes.get();
  }

  /** Removes all arrays from the pool, which accepts no more arrays. */
  @Override
  public void close() {
    closed = true;
    clear();
  }
}
