package org.jzfof.error;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a method makes in order to return it: closed at the end of the block, unless the method has
 * come to its result.
 *
 * <pre>
 * try (Scope made = new Scope()) {
 *   DeviceArray first = made.add(memory.allocate(type, n));
 *   DeviceArray second = made.add(memory.allocate(type, n)); // which may fail
 *   return made.keep(new Pair(first, second));
 * }
 * </pre>
 */
public final class Scope implements AutoCloseable {
  private final Deque<AutoCloseable> held = new ArrayDeque<>();

  /** Holds what was made, or nothing for null; returns it. */
  public <T extends AutoCloseable> T add(T made) {
    if (made != null) {
      held.push(made);
    }
    return made;
  }

  /** Lets go of all that is held, which belongs to the result from here on; returns the result. */
  public <T> T keep(T result) {
    held.clear();
    return result;
  }

  /** Closes what is still held, the last first. */
  @Override
  public void close() {
    Cleanup.close(held.toArray(AutoCloseable[]::new));
  }
}
