package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.config.BackendChoice;
import org.jzfof.error.BackendException;

/** Takes the backend that was asked for, or the best one there is, and says why. */
public final class BackendSelector {
  private static final String NO_CUDA = "this build of jzfof has no CUDA backend";

  private BackendSelector() {}

  /**
   * A backend, and the reason for it.
   *
   * @param backend to be closed by the caller
   * @param reason for a log: what it is and why another was not taken
   */
  public record Selection(Backend backend, String reason) {}

  /**
   * @param choice what was asked for
   * @param threads threads of the CPU backend; 0 for all cores
   * @throws BackendException when a backend that was named cannot run here
   */
  public static Selection select(BackendChoice choice, int threads) {
    if (choice == BackendChoice.CUDA) {
      throw new BackendException("--backend cuda: " + NO_CUDA + "; use --backend cpu or auto");
    }
    int count = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    Backend cpu = new CpuBackend(count);
    String why = choice == BackendChoice.CPU ? "as asked" : "auto: " + NO_CUDA;
    return new Selection(cpu, cpu.name() + ", " + cpu.description() + " (" + why + ")");
  }
}
