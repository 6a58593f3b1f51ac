package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;

/** Takes the backend that was asked for, or the best one there is, and says why. */
public final class BackendSelector {
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
   * @param threads threads of the CPU backend; 0 for all cores
   * @param device number of the GPU, or {@link org.jzfof.config.Computer#ANY_DEVICE}
   * @param localRank number of this rank among those of its host
   */
  public record Request(BackendChoice choice, int threads, int device, int localRank) {
    /** What a computer allows to the rank of this number on its host. */
    public Request(Computer computer, int localRank) {
      this(computer.backend(), computer.threads(), computer.device(), localRank);
    }
  }

  /**
   * @throws BackendException when a backend that was named cannot run here
   */
  public static Selection select(Request request) {
    return switch (request.choice()) {
      case CPU -> cpu(request, "as asked");
      case CUDA -> cuda(request);
      case AUTO -> automatic(request);
    };
  }

  private static Selection automatic(Request request) {
    Backend gpu;
    try {
      gpu = CudaBackend.open(request.device(), request.localRank());
    } catch (BackendException e) {
      return cpu(request, "auto: " + e.getMessage());
    }
    return selection(gpu, "auto: a GPU is there");
  }

  private static Selection cuda(Request request) {
    try {
      return selection(CudaBackend.open(request.device(), request.localRank()), "as asked");
    } catch (BackendException e) {
      throw new BackendException(
          "--backend cuda: " + e.getMessage() + "; or use --backend cpu or auto", e);
    }
  }

  private static Selection cpu(Request request, String why) {
    int threads =
        request.threads() > 0 ? request.threads() : Runtime.getRuntime().availableProcessors();
    return selection(new CpuBackend(threads), why);
  }

  private static Selection selection(Backend backend, String why) {
    return new Selection(backend, backend.name() + ", " + backend.description() + " (" + why + ")");
  }
}
