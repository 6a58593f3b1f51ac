package org.jzfof.error;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes the resources of a method that fails before it returns them.
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

  /** Adds a resource, which may be null, and returns it. */
  public <T extends AutoCloseable> T add(T made) {
    if (made != null) {
      held.push(made);
    }
    return made;
  }

  /** Releases all resources without closing them: the result owns them now. Returns the result. */
  public <T> T keep(T result) {
    held.clear();
    return result;
  }

  /** Closes the remaining resources in reverse order. */
  @Override
  public void close() {
    Cleanup.close(held.toArray(AutoCloseable[]::new));
  }
}
