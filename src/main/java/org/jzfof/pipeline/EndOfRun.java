package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jzfof.backend.RankDevice;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.threads.BackgroundThreads;

/**
 * The end of a run that is the only one of its process. Its device is closed while the catalogue is
 * written, as closing a GPU takes a tenth of a second or more.
 */
final class EndOfRun implements RunOverlap, AutoCloseable {
  private final RankDevice.Opener opener;
  private final RankDevice device;
  private CompletableFuture<Void> closing;

  /**
   * @param opener opener of the device, which is told of its end
   * @param device device of the run; closed with this
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
            this::closeDevice, work -> BackgroundThreads.thread("end of the device", work).start());
  }

  @Override
  public List<String> write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writer) {
    return writer.apply(groups);
  }

  private void closeDevice() {
    Cleanup.all(device::close, () -> opener.lastDeviceClosed(device));
  }

  /** Ends the use of the device after a successful run; every rank calls it. */
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
