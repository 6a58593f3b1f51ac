package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.threads.BackgroundThreads;

/**
 * The end of a run that is the only one of its process: its device is given back while the
 * catalogue is written, as that takes a GPU a tenth of a second and more.
 */
final class EndOfRun implements RunOverlap, AutoCloseable {
  private final RankDevice.Opener opener;
  private final RankDevice device;
  private CompletableFuture<Void> closing;

  /**
   * @param opener of the device
   * @param device that this closes
   */
  EndOfRun(RankDevice.Opener opener, RankDevice device) {
    this.opener = opener;
    this.device = device;
  }

  @Override
  public void loading(long heapBytes) {}

  @Override
  public void loaded(long heapBytes) {}

  @Override
  public void computed() {
    device.finish();
    closing =
        CompletableFuture.runAsync(
            this::giveBack, work -> BackgroundThreads.thread("end of the device", work).start());
  }

  @Override
  public List<String> write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing) {
    return writing.apply(groups);
  }

  private void giveBack() {
    Cleanup.all(device::close, () -> opener.lastDeviceClosed(device));
  }

  /** The run has succeeded; every rank calls it. */
  void finish() {
    if (closing == null) {
      device.finish();
    }
  }

  @Override
  public void close() {
    if (closing == null) {
      device.close();
      return;
    }
    BackgroundThreads.join(closing);
  }
}
