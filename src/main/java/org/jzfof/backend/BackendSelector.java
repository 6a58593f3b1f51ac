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
  private static final int MOST_NAMED = 8;

  private BackendSelector() {}

  /**
   * A backend, and the reason for it.
   *
   * @param backend to be closed by the caller
   * @param reason for a log: what it is and why another was not taken
   */
  public record Selection(Backend backend, String reason) {}

  /**
   * What may be taken.
   *
   * @param choice what was asked for
   * @param device number of the GPU, or {@link org.jzfof.config.Computer#ANY_DEVICE}
   * @param localRank number of this rank among those of its host
   */
  public record Request(BackendChoice choice, int device, int localRank) {
    /** What a computer allows to the rank of this number on its host. */
    public Request(Computer computer, int localRank) {
      this(computer.backend(), computer.device(), localRank);
    }
  }

  /**
   * Every rank calls it: all take a GPU, or none does.
   *
   * @throws BackendException when a backend that was named cannot run here
   */
  public static Selection select(Request request, Communicator comm) {
    return select(request, comm, r -> CudaBackend.open(r.device(), r.localRank()));
  }

  /** The same with another way to a GPU. */
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
    String without;
    try {
      without = without(comm.allGather(Text.toLongs(fault)));
    } catch (RuntimeException | Error e) {
      close(gpu);
      throw e;
    }
    if (without.isEmpty()) {
      return selection(gpu, "auto: a GPU is there");
    }
    close(gpu);
    return cpu("auto: " + without);
  }

  private static void close(Backend gpu) {
    if (gpu != null) {
      gpu.close();
    }
  }

  /** Which ranks have no GPU, and why the first of them has none; nothing where all have one. */
  private static String without(long[][] faults) {
    int[] ranks = IntStream.range(0, faults.length).filter(r -> faults[r].length > 0).toArray();
    if (ranks.length == 0) {
      return "";
    }
    String why = Text.of(faults[ranks[0]]);
    if (ranks.length == faults.length) {
      return why;
    }
    String named =
        IntStream.of(ranks).limit(MOST_NAMED).mapToObj(String::valueOf).collect(joining(", "));
    return "%d of %d ranks have no GPU (%s%s): %s"
        .formatted(
            ranks.length, faults.length, named, ranks.length > MOST_NAMED ? ", ..." : "", why);
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
