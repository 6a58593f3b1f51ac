package org.jzfof.backend;

import static java.util.stream.Collectors.joining;

import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;

/** Selects the requested backend, or the best available one, and gives the reason. */
public final class BackendSelector {
  private static final int MAX_LISTED_RANKS = 8;

  private BackendSelector() {}

  /**
   * A backend, and the reason for its selection.
   *
   * @param backend backend that the caller closes
   * @param reason text for a log: the device, and why no other backend was selected
   */
  public record Selection(Backend backend, String reason) {}

  /**
   * A request for a backend.
   *
   * @param device number of the GPU, or {@link org.jzfof.config.Computer#ANY_DEVICE}
   * @param localRank number of this rank among those of its host
   */
  public record Request(BackendChoice choice, int device, int localRank) {
    /** Creates the request of a rank from the options of the user. */
    public Request(Computer computer, int localRank) {
      this(computer.backend(), computer.device(), localRank);
    }
  }

  /**
   * Selects the same kind of backend on all ranks; every rank calls it.
   *
   * @throws BackendException when the requested backend cannot run on this machine
   */
  public static Selection select(Request request, Communicator comm) {
    return select(request, comm, r -> CudaBackend.open(r.device(), r.localRank()));
  }

  /** Selects a backend, with a replaceable way to open a GPU, for tests. */
  static Selection select(Request request, Communicator comm, Function<Request, Backend> gpu) {
    return switch (request.choice()) {
      case CPU -> cpu("as asked");
      case CUDA -> cuda(request, gpu);
      case AUTO -> automatic(request, comm, gpu);
    };
  }

  private static Selection automatic(
      Request request, Communicator comm, Function<Request, Backend> open) {
    Backend gpu = null;
    String fault = "";
    try {
      gpu = open.apply(request);
    } catch (BackendException e) {
      fault = e.getMessage();
    }
    String missing;
    try {
      missing = missingGpus(comm.allGather(Text.toLongs(fault)));
    } catch (RuntimeException | Error e) {
      close(gpu);
      throw e;
    }
    if (missing.isEmpty()) {
      return selection(gpu, "auto: a GPU is there");
    }
    close(gpu);
    return cpu("auto: " + missing);
  }

  private static void close(Backend gpu) {
    if (gpu != null) {
      gpu.close();
    }
  }

  /** Names the ranks without a GPU and the reason of the first of them; empty if all have one. */
  private static String missingGpus(long[][] faults) {
    int[] ranks = IntStream.range(0, faults.length).filter(r -> faults[r].length > 0).toArray();
    if (ranks.length == 0) {
      return "";
    }
    String why = Text.of(faults[ranks[0]]);
    if (ranks.length == faults.length) {
      return why;
    }
    String listed =
        IntStream.of(ranks)
            .limit(MAX_LISTED_RANKS)
            .mapToObj(String::valueOf)
            .collect(joining(", "));
    return "%d of %d ranks have no GPU (%s%s): %s"
        .formatted(
            ranks.length,
            faults.length,
            listed,
            ranks.length > MAX_LISTED_RANKS ? ", ..." : "",
            why);
  }

  private static Selection cuda(Request request, Function<Request, Backend> open) {
    try {
      return selection(open.apply(request), "as asked");
    } catch (BackendException e) {
      throw new BackendException(
          "--backend cuda: " + e.getMessage() + "; or use --backend cpu or auto", e);
    }
  }

  private static Selection cpu(String why) {
    return selection(new CpuBackend(), why);
  }

  private static Selection selection(Backend backend, String why) {
    return new Selection(backend, backend.name() + ", " + backend.description() + " (" + why + ")");
  }
}
