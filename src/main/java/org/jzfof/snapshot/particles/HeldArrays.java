package org.jzfof.snapshot.particles;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jzfof.snapshot.RowReader;

/**
 * Arrays for the held rows of one snapshot after the other, used by several threads. Fresh ones
 * cost page faults, and the garbage collector copies them.
 */
public final class HeldArrays implements AutoCloseable {
  private final Map<Kind, Queue<Object>> free = new ConcurrentHashMap<>();
  private final AtomicLong freeBytes = new AtomicLong();
  private volatile boolean closed;

  /** Arrays that can stand for each other. */
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

  /** A copy of the first values of an array of numbers. */
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

  /** Takes back an array that is no longer used; those of whole blocks can be reused. */
  void give(Object array) {
    if (!closed && Array.getLength(array) % RowReader.BLOCK_ROWS == 0) {
      Kind kind = Kind.of(array);
      freeBytes.addAndGet(kind.bytes());
      free.computeIfAbsent(kind, unknown -> new ConcurrentLinkedQueue<>()).add(array);
    }
  }

  /** Forgets all arrays that were given back. */
  public void clear() {
    for (Kind kind : free.keySet()) {
      while (poll(kind) != null) {}
    }
  }

  /** Bytes of the arrays that were given back. */
  public long freeBytes() {
    return freeBytes.get();
  }

  /** Forgets all arrays, and those that are given back later. */
  @Override
  public void close() {
    closed = true;
    clear();
  }
}
