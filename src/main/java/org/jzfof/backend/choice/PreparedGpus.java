package org.jzfof.backend.choice;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;
import org.jzfof.threads.BackgroundThreads;

/**
 * GPUs of this process whose contexts are made while the program starts: what takes long before a
 * GPU can be taken. A context stays until all ranks that use it have ended, or the process.
 */
public final class PreparedGpus implements RankDevice.Opener {
  /** Ranks that have not ended, by the number of their GPU. */
  private final Map<Integer, Integer> ranks = new ConcurrentHashMap<>();

  private PreparedGpus() {}

  /** None: every rank makes a context when it takes a GPU. */
  public static PreparedGpus none() {
    return new PreparedGpus();
  }

  /**
   * Begins beside everything else.
   *
   * @param localRanks of this process that will take one, by their number among those of its host
   */
  public static PreparedGpus start(int... localRanks) {
    PreparedGpus gpus = new PreparedGpus();
    BackgroundThreads.thread("start of the GPU driver", () -> gpus.prepare(localRanks)).start();
    return gpus;
  }

  private void prepare(int... localRanks) {
    try {
      for (int ordinal : CudaBackend.start(localRanks)) {
        ranks.merge(ordinal, 1, Integer::sum);
      }
    } catch (BackendException e) {
      return; // whoever takes a GPU hears of it
    }
  }

  @Override
  public RankDevice open(Computer computer, Communicator comm) {
    return RankDevice.open(computer, comm);
  }

  @Override
  public void ended(RankDevice device) {
    if (device.backend() instanceof CudaBackend gpu
        && ranks.merge(gpu.ordinal(), -1, Integer::sum) == 0) {
      CudaBackend.end(gpu.ordinal());
    }
  }
}
