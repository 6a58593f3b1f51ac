package org.jzfof.backend;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;
import org.jzfof.threads.BackgroundThreads;

/**
 * GPUs of the ranks of this process. Their contexts take long to make and to end: they are made
 * while the program starts, and one ends with the last rank that uses it.
 */
public final class ProcessGpus implements RankDevice.Opener {
  /** Ranks that have not ended, by the number of their GPU. */
  private final Map<Integer, Integer> ranks = new ConcurrentHashMap<>();

  /**
   * Begins beside everything else what takes long before a GPU can be taken.
   *
   * @param localRanks of this process that will take one, by their number among those of its host
   */
  public void prepare(int... localRanks) {
    BackgroundThreads.thread(
            "start of the GPU driver",
            () -> {
              try {
                CudaBackend.start(localRanks);
              } catch (BackendException e) {
                return; // whoever takes a GPU hears of it
              }
            })
        .start();
  }

  /** All ranks open theirs before one has ended. */
  @Override
  public RankDevice open(Computer computer, Communicator comm) {
    RankDevice device = RankDevice.open(computer, comm);
    if (device.backend() instanceof CudaBackend gpu) {
      ranks.merge(gpu.ordinal(), 1, Integer::sum);
    }
    return device;
  }

  @Override
  public void ended(RankDevice device) {
    if (device.backend() instanceof CudaBackend gpu
        && ranks.merge(gpu.ordinal(), -1, Integer::sum) == 0) {
      CudaBackend.end(gpu.ordinal());
    }
  }
}
