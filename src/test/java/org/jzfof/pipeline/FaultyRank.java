package org.jzfof.pipeline;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.error.MemoryException;

/**
 * A rank of which one call fails: its n-th allocation, or the n-th time that it meets the others.
 *
 * @param allocations counts down to the allocation that fails; what is less than 1 never comes to 0
 * @param meetings of its communicator, likewise
 */
record FaultyRank(AtomicInteger allocations, AtomicInteger meetings) {
  static final String NO_ROOM = "no room: free some";
  static final String LOST = "lost the way: go back";

  private static final Set<String> LOCAL =
      Set.of("rank", "size", "noteSent", "bytesSent", "messagesSent");

  /** A rank that only counts. */
  static FaultyRank counting() {
    return new FaultyRank(new AtomicInteger(), new AtomicInteger());
  }

  /** A rank whose n-th allocation fails. */
  static FaultyRank atAllocation(int n) {
    return new FaultyRank(new AtomicInteger(n), new AtomicInteger());
  }

  /** A rank whose n-th call of a method that meets other ranks fails. */
  static FaultyRank atMeeting(int n) {
    return new FaultyRank(new AtomicInteger(), new AtomicInteger(n));
  }

  /** Allocations of a rank that only counts. */
  int allocated() {
    return -allocations.get();
  }

  /** Calls that met other ranks, of a rank that only counts. */
  int met() {
    return -meetings.get();
  }

  /** A backend with one thread. */
  Backend backend() {
    return new CpuBackend(bytes -> count(allocations, NO_ROOM));
  }

  /** The ranks as this one sees them. */
  Communicator among(Communicator comm) {
    return (Communicator)
        Proxy.newProxyInstance(
            Communicator.class.getClassLoader(),
            new Class<?>[] {Communicator.class},
            (proxy, method, arguments) -> {
              if (!LOCAL.contains(method.getName())) {
                count(meetings, LOST);
              }
              try {
                return method.invoke(comm, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void count(AtomicInteger left, String what) {
    if (left.decrementAndGet() == 0) {
      throw new MemoryException(what);
    }
  }
}
