package org.jzfof.exchange.cuda;

import java.util.Locale;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.error.BackendException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.ExchangeRate;
import org.jzfof.exchange.MessageExchange;
import org.jzfof.exchange.MessagePath;
import org.jzfof.exchange.MessagesInPlace;
import org.jzfof.exchange.StagedMessages;

/** Takes the path between the GPUs of the ranks that was asked for, or the best one there is. */
public final class ExchangeSelector {
  /** From each rank to all others together. */
  private static final long PROBE_BYTES = 96 << 20;

  /** Of a buffer of page-locked memory; there are four. */
  private static final int STAGING_BYTES = 4 << 20;

  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] near;

  /**
   * @param near ranks of this host, increasing, this one included
   */
  public ExchangeSelector(CudaDevice device, CudaMemory memory, Communicator comm, int[] near) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.near = near;
  }

  /**
   * Every rank calls it, with the same choice.
   *
   * @throws BackendException when a path that was named does not work here
   */
  public ArrayExchange select(ExchangeChoice choice) {
    boolean oneProcess = oneProcess();
    return switch (choice) {
      case STAGED -> because(staged(), "as asked");
      case PEER -> forced("peer", () -> windowed(peer(oneProcess), "as asked"));
      case IPC -> forced("ipc", () -> windowed(ipc(oneProcess), "as asked"));
      case CUDA_AWARE -> forced("cuda-aware", () -> aware(oneProcess, "as asked"));
      case AUTO -> automatic(oneProcess);
    };
  }

  @FunctionalInterface
  private interface Path {
    ArrayExchange open() throws NoPathException;
  }

  private ArrayExchange forced(String name, Path path) {
    try {
      return path.open();
    } catch (NoPathException e) {
      throw new BackendException(
          "--exchange %s: %s; or use --exchange auto".formatted(name, e.getMessage()), e);
    }
  }

  private ArrayExchange automatic(boolean oneProcess) {
    if (comm.size() == 1) {
      return messages(staged().path(), "not needed for one rank");
    }
    if (!oneProcess && aloneSomewhere()) {
      return because(far(), "auto: a rank is alone on its host");
    }
    Shared shared;
    try {
      shared = oneProcess ? peer(true) : ipc(false);
    } catch (NoPathException e) {
      return because(far(), "auto: " + e.getMessage());
    }
    return windowed(shared, oneProcess ? "auto: one process" : "auto: one host");
  }

  private MessageExchange messages(MessagePath path, String description) {
    return new MessageExchange(comm, memory, memory::gather, path, description);
  }

  private MessageExchange staged() {
    return messages(new StagedMessages(memory.pinned(), STAGING_BYTES), "staged through the host");
  }

  private MessageExchange aware() {
    return messages(new MessagesInPlace(new MessageMemory(device)), "CUDA-aware MPI");
  }

  /** Between hosts, and where nothing better works. */
  private MessageExchange far() {
    return awareEverywhere() ? aware() : staged();
  }

  private MessageExchange because(MessageExchange exchange, String why) {
    return messages(exchange.path(), described(exchange, why));
  }

  private ArrayExchange aware(boolean oneProcess, String why) throws NoPathException {
    if (oneProcess) {
      throw new NoPathException("the ranks are threads of one process, which need peer");
    }
    if (!awareEverywhere()) {
      throw new NoPathException(
          "this Open MPI cannot send GPU memory: use one built with CUDA (docs/user/install.md)");
    }
    return because(aware(), why);
  }

  /** Whether MPI takes the memory of GPUs: the same answer on all ranks. */
  private boolean awareEverywhere() {
    long[] without = {MessageMemory.takenByMpi() ? 0 : 1};
    comm.sum(without);
    return without[0] == 0;
  }

  /**
   * What the ranks of a host share.
   *
   * @param path its name
   */
  private record Shared(PeerBuffers peerBuffers, IpcEvents events, String path) {}

  private Shared peer(boolean oneProcess) throws NoPathException {
    if (!oneProcess) {
      throw new NoPathException("the ranks are several processes, which need ipc");
    }
    long bytes = PeerRounds.windowBytes(device, comm);
    return shared(PeerBuffers.inProcess(device, comm, near, bytes), false, "peer access");
  }

  private Shared ipc(boolean oneProcess) throws NoPathException {
    if (oneProcess) {
      throw new NoPathException("the ranks are threads of one process, which need peer");
    }
    long bytes = PeerRounds.windowBytes(device, comm);
    return shared(PeerBuffers.acrossProcesses(device, comm, near, bytes), true, "CUDA IPC");
  }

  private Shared shared(PeerBuffers peerBuffers, boolean mapped, String path)
      throws NoPathException {
    try {
      int count = PeerRounds.EVENTS;
      return new Shared(peerBuffers, new IpcEvents(device, comm, near, count, mapped), path);
    } catch (NoPathException e) {
      try (peerBuffers) {
        peerBuffers.finish();
      }
      throw e;
    }
  }

  private ArrayExchange windowed(Shared shared, String why) {
    MessageExchange far = far();
    boolean severalHosts = near.length < comm.size();
    String paths =
        severalHosts ? shared.path + ", between hosts " + far.description() : shared.path;
    PeerRounds rounds = new PeerRounds(device, comm, near, shared.peerBuffers, shared.events);
    PeerExchange exchange = new PeerExchange(device, memory, comm, near, rounds, far, paths);
    return exchange.describedAs(described(exchange, why));
  }

  /** The path with its rate, and why it was taken. */
  private String described(ArrayExchange exchange, String why) {
    String path = exchange.description();
    if (comm.size() == 1) {
      return "%s (%s)".formatted(path, why);
    }
    ExchangeRate rate = new ExchangeRate(exchange, memory);
    long bytes = PROBE_BYTES / (comm.size() - 1);
    rate.seconds(bytes); // maps what is touched first
    return String.format(
        Locale.ROOT, "%s, %.0f GB/s per rank (%s)", path, 1e-9 * rate.rate(bytes), why);
  }

  private boolean oneProcess() {
    return NodeRanks.inThisProcess(comm) == comm.size();
  }

  /** Whether any rank is alone on its host: the same answer on all ranks. */
  private boolean aloneSomewhere() {
    long[][] sizes = comm.allGather(new long[] {near.length});
    return IntStream.range(0, comm.size()).anyMatch(r -> sizes[r][0] == 1);
  }
}
