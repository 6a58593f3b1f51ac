package org.jzfof.load;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jzfof.snapshot.RowReader;

/**
 * Arrays for the held rows of one snapshot after the other, used by several threads. Fresh ones
 * cost page faults, and the garbage collector copies them.
 */
public final class HeldArrays implements AutoCloseable {
  private final Map<Kind, Queue<Object>> free = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Arrays that can stand for each other. */
  private record Kind(Class<?> type, int length) {
    static Kind of(Object array) {
      return new Kind(array.getClass(), Array.getLength(array));
    }
  }

  /** A copy of the first values of an array of numbers. */
  <A> A copy(A values, int length) {
    Queue<Object> waiting = free.get(new Kind(values.getClass(), length));
    Object known = waiting == null ? null : waiting.poll();
    Class<?> number = values.getClass().getComponentType();
    Object copy = known == null ? Array.newInstance(number, length) : known;
    System.arraycopy(values, 0, copy, 0, length);
    @SuppressWarnings("unchecked")
    A sameType = (A) copy;
    return sameType;
  }

  /** Takes back an array that is no longer used; those of whole blocks can be reused. */
  void give(Object array) {
    if (!closed && Array.getLength(array) % RowReader.BLOCK_ROWS == 0) {
      free.computeIfAbsent(Kind.of(array), kind -> new ConcurrentLinkedQueue<>()).add(array);
    }
  }

  /** Forgets all arrays that were given back. */
  public void clear() {
    free.clear();
  }

  /** Forgets all arrays, and those that are given back later. */
  @Override
  public void close() {
    closed = true;
    clear();
  }
}
