package org.jzfof.backend.cuda;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.error.BackendException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.ExchangeRate;
import org.jzfof.exchange.StagedExchange;

/** Takes the path between the GPUs of the ranks that was asked for, or the best one there is. */
final class ExchangeSelector {
  /** Differs from process to process. */
  private static final long PROCESS = new SecureRandom().nextLong();

  private static final long PROBE_BYTES = 32 << 20;

  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] near;

  ExchangeSelector(CudaDevice device, CudaMemory memory, Communicator comm) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.near = NodeRanks.of(comm).ranks();
  }

  /**
   * Every rank calls it, with the same choice.
   *
   * @throws BackendException when a path that was named does not work here
   */
  ArrayExchange select(ExchangeChoice choice) {
    boolean oneProcess = oneProcess();
    return switch (choice) {
      case STAGED -> staged("staged through the host (as asked)");
      case PEER -> forced("peer", () -> peer(oneProcess, "as asked"));
      case IPC -> forced("ipc", () -> ipc(oneProcess, "as asked"));
      case AUTO -> automatic(oneProcess);
    };
  }

  @FunctionalInterface
  private interface Path {
    ArrayExchange open();
  }

  private ArrayExchange forced(String name, Path path) {
    try {
      return path.open();
    } catch (BackendException e) {
      throw new BackendException(
          "--exchange %s: %s; or use --exchange auto".formatted(name, e.getMessage()), e);
    }
  }

  private ArrayExchange automatic(boolean oneProcess) {
    if (comm.size() == 1) {
      return staged("not needed for one rank");
    }
    if (!oneProcess && aloneSomewhere()) {
      return staged("staged through the host (auto: a rank is alone on its host)");
    }
    try {
      return oneProcess ? peer(true, "auto: one process") : ipc(false, "auto: one host");
    } catch (BackendException e) {
      return staged("staged through the host (auto: " + e.getMessage() + ")");
    }
  }

  private StagedExchange staged(String description) {
    return new StagedExchange(comm, memory, memory::gather, description);
  }

  private ArrayExchange peer(boolean oneProcess, String why) {
    if (!oneProcess) {
      throw new BackendException("the ranks are several processes, which need ipc");
    }
    long bytes = PeerExchange.windowBytes(device, comm);
    return windowed(Windows.inProcess(device, comm, near, bytes), false, "peer access", why);
  }

  private ArrayExchange ipc(boolean oneProcess, String why) {
    if (oneProcess) {
      throw new BackendException("the ranks are threads of one process, which need peer");
    }
    long bytes = PeerExchange.windowBytes(device, comm);
    return windowed(Windows.acrossProcesses(device, comm, near, bytes), true, "CUDA IPC", why);
  }

  private ArrayExchange windowed(Windows windows, boolean mapped, String path, String why) {
    SharedEvents events;
    try {
      events = new SharedEvents(device, comm, near, PeerExchange.EVENTS, mapped);
    } catch (BackendException e) {
      windows.close();
      throw e;
    }
    PeerExchange exchange =
        new PeerExchange(device, memory, comm, near, windows, events, staged(path));
    ExchangeRate rate = new ExchangeRate(exchange, memory);
    rate.seconds(PROBE_BYTES); // maps what is touched first
    String between = near.length < comm.size() ? ", staged between hosts" : "";
    return exchange.describedAs(
        String.format(
            Locale.ROOT,
            "%s%s, %.0f GB/s per rank (%s)",
            path,
            between,
            1e-9 * rate.rate(PROBE_BYTES),
            why));
  }

  private boolean oneProcess() {
    return Arrays.stream(comm.allGather(new long[] {PROCESS})).allMatch(p -> p[0] == PROCESS);
  }

  /** Whether any rank has nobody near: the same answer on all ranks. */
  private boolean aloneSomewhere() {
    long[][] sizes = comm.allGather(new long[] {near.length});
    return IntStream.range(0, comm.size()).anyMatch(r -> sizes[r][0] == 1);
  }
}
