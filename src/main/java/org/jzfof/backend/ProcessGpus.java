package org.jzfof.backend;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Computer;
import org.jzfof.error.BackendException;
import org.jzfof.threads.BackgroundThreads;

/**
 * The GPUs of the ranks of this process. Their contexts take long to create and to end. They are
 * created in the background while the program starts, and a context ends with the last rank that
 * uses it.
 */
public final class ProcessGpus implements RankDevice.Opener {
  /** Number of ranks that still use a GPU, by the number of the GPU. */
  private final Map<Integer, Integer> ranksOfGpu = new ConcurrentHashMap<>();

  /**
   * Starts, in a background thread, the slow preparation of the GPUs.
   *
   * @param localRanks numbers, among the ranks of the host, of the ranks of this process that will
   *     open a GPU
   */
  public void prepare(int... localRanks) {
    BackgroundThreads.thread(
            "start of the GPU driver",
            () -> {
              try {
                CudaBackend.start(localRanks);
              } catch (BackendException e) {
                return; // the rank that opens the GPU reports the failure
              }
            })
        .start();
  }

  /**
   * Opens a device. All ranks of the process open their device before the first rank ends, so a
   * count of zero means that the last rank has ended.
   */
  @Override
  public RankDevice open(Computer computer, Communicator comm) {
    RankDevice device = RankDevice.open(computer, comm);
    if (device.backend() instanceof CudaBackend gpu) {
      ranksOfGpu.merge(gpu.ordinal(), 1, Integer::sum);
    }
    return device;
  }

  @Override
  public void lastDeviceClosed(RankDevice device) {
    if (device.backend() instanceof CudaBackend gpu
        && ranksOfGpu.merge(gpu.ordinal(), -1, Integer::sum) == 0) {
      CudaBackend.end(gpu.ordinal());
    }
  }
}
