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

/** Selects the path between the GPUs of the ranks: the requested one, or the best available one. */
public final class ExchangeSelector {
  /** Bytes that each rank sends to all others together when the rate is measured. */
  private static final long PROBE_BYTES = 96 << 20;

  /** Size of one of the four buffers in page-locked memory. */
  private static final int STAGING_BYTES = 4 << 20;

  private final CudaDevice device;
  private final CudaMemory memory;
  private final Communicator comm;
  private final int[] hostRanks;

  /**
   * @param hostRanks ranks of this host, increasing, including this one
   */
  public ExchangeSelector(
      CudaDevice device, CudaMemory memory, Communicator comm, int[] hostRanks) {
    this.device = device;
    this.memory = memory;
    this.comm = comm;
    this.hostRanks = hostRanks;
  }

  /**
   * Opens a path; every rank calls it, with the same choice.
   *
   * @throws BackendException when the requested path does not work on this machine
   */
  public ArrayExchange select(ExchangeChoice choice) {
    boolean oneProcess = oneProcess();
    return switch (choice) {
      case STAGED -> withReason(staged(), "as asked");
      case PEER -> requested("peer", () -> peerExchange(peer(oneProcess), "as asked"));
      case IPC -> requested("ipc", () -> peerExchange(ipc(oneProcess), "as asked"));
      case CUDA_AWARE -> requested("cuda-aware", () -> cudaAware(oneProcess, "as asked"));
      case AUTO -> automatic(oneProcess);
    };
  }

  @FunctionalInterface
  private interface Path {
    ArrayExchange open() throws NoPathException;
  }

  private ArrayExchange requested(String name, Path path) {
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
    if (!oneProcess && anyRankAloneOnHost()) {
      return withReason(interHost(), "auto: a rank is alone on its host");
    }
    SharedMemory shared;
    try {
      shared = oneProcess ? peer(true) : ipc(false);
    } catch (NoPathException e) {
      return withReason(interHost(), "auto: " + e.getMessage());
    }
    return peerExchange(shared, oneProcess ? "auto: one process" : "auto: one host");
  }

  private MessageExchange messages(MessagePath path, String description) {
    return new MessageExchange(comm, memory, memory::gather, path, description);
  }

  private MessageExchange staged() {
    return messages(new StagedMessages(memory.pinned(), STAGING_BYTES), "staged through the host");
  }

  private MessageExchange cudaAware() {
    return messages(new MessagesInPlace(new MessageMemory(device)), "CUDA-aware MPI");
  }

  /** Returns the path between hosts, which also serves where no faster path works. */
  private MessageExchange interHost() {
    return cudaAwareOnAllRanks() ? cudaAware() : staged();
  }

  private MessageExchange withReason(MessageExchange exchange, String why) {
    return messages(exchange.path(), describe(exchange, why));
  }

  private ArrayExchange cudaAware(boolean oneProcess, String why) throws NoPathException {
    if (oneProcess) {
      throw new NoPathException("the ranks are threads of one process, which need peer");
    }
    if (!cudaAwareOnAllRanks()) {
      throw new NoPathException(
          "this Open MPI cannot send GPU memory: use one built with CUDA (docs/user/install.md)");
    }
    return withReason(cudaAware(), why);
  }

  /**
   * Returns whether the MPI library of every rank accepts GPU memory; the answer is the same on all
   * ranks.
   */
  private boolean cudaAwareOnAllRanks() {
    long[] missing = {MessageMemory.takenByMpi() ? 0 : 1};
    comm.sum(missing);
    return missing[0] == 0;
  }

  /** The memory and events that the ranks of a host share. */
  private record SharedMemory(PeerBuffers peerBuffers, IpcEvents events, String path) {}

  private SharedMemory peer(boolean oneProcess) throws NoPathException {
    if (!oneProcess) {
      throw new NoPathException("the ranks are several processes, which need ipc");
    }
    long bytes = PeerRounds.windowBytes(device, comm);
    return shared(PeerBuffers.inProcess(device, comm, hostRanks, bytes), false, "peer access");
  }

  private SharedMemory ipc(boolean oneProcess) throws NoPathException {
    if (oneProcess) {
      throw new NoPathException("the ranks are threads of one process, which need peer");
    }
    long bytes = PeerRounds.windowBytes(device, comm);
    return shared(PeerBuffers.acrossProcesses(device, comm, hostRanks, bytes), true, "CUDA IPC");
  }

  private SharedMemory shared(PeerBuffers peerBuffers, boolean mapped, String path)
      throws NoPathException {
    try {
      int count = PeerRounds.EVENTS;
      return new SharedMemory(
          peerBuffers, new IpcEvents(device, comm, hostRanks, count, mapped), path);
    } catch (NoPathException e) {
      try (peerBuffers) {
        peerBuffers.finish();
      }
      throw e;
    }
  }

  private ArrayExchange peerExchange(SharedMemory shared, String why) {
    MessageExchange interHost = interHost();
    boolean severalHosts = hostRanks.length < comm.size();
    String paths =
        severalHosts ? shared.path + ", between hosts " + interHost.description() : shared.path;
    PeerRounds rounds = new PeerRounds(device, comm, hostRanks, shared.peerBuffers, shared.events);
    PeerExchange exchange =
        new PeerExchange(device, memory, comm, hostRanks, rounds, interHost, paths);
    return exchange.describedAs(describe(exchange, why));
  }

  /** Describes the path with its measured rate and the reason for its selection. */
  private String describe(ArrayExchange exchange, String why) {
    String path = exchange.description();
    if (comm.size() == 1) {
      return "%s (%s)".formatted(path, why);
    }
    ExchangeRate rate = new ExchangeRate(exchange, memory);
    long bytes = PROBE_BYTES / (comm.size() - 1);
    rate.seconds(bytes); // the first exchange maps the memory
    return String.format(
        Locale.ROOT, "%s, %.0f GB/s per rank (%s)", path, 1e-9 * rate.rate(bytes), why);
  }

  private boolean oneProcess() {
    return NodeRanks.inThisProcess(comm) == comm.size();
  }

  /** Returns whether any rank is the only one on its host; the answer is the same on all ranks. */
  private boolean anyRankAloneOnHost() {
    long[][] sizes = comm.allGather(new long[] {hostRanks.length});
    return IntStream.range(0, comm.size()).anyMatch(r -> sizes[r][0] == 1);
  }
}
