package org.jzfof.exchange;

import java.util.function.BooleanSupplier;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.DeviceLostException;

/**
 * Ends as the exchange between GPUs does, without any: memory that others use may be given back
 * only when all ranks have met.
 */
public final class WindowedExchange implements ArrayExchange {
  private final ArrayExchange messages;
  private final DeviceArray window;
  private final BooleanSupplier lost;
  private boolean finished;

  /**
   * Every rank calls it.
   *
   * @param lost whether the device of this rank is lost, and nothing can be given back
   */
  public WindowedExchange(Backend backend, ArrayExchange messages, BooleanSupplier lost) {
    this.lost = lost;
    this.messages = messages;
    this.window = backend.memory().allocate(ElementType.U8, 1);
    messages.comm().sum(new long[1]);
  }

  @Override
  public Communicator comm() {
    return messages.comm();
  }

  @Override
  public String description() {
    return "windows of " + messages.description();
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    messages.exchange(from, sendStart, to, receiveStart);
  }

  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    return messages.sendRows(table, width, rows, sendStart, receiveStart);
  }

  @Override
  public void finish() {
    comm().sum(new long[1]);
    finished = true;
  }

  @Override
  public void close() {
    if (lost.getAsBoolean()) {
      throw new DeviceLostException("the window cannot be freed: see nvidia-smi");
    }
    if (finished) {
      window.close();
    }
  }
}
