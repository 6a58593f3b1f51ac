package org.jzfof.comm.device;

import org.jzfof.device.DeviceArray;

/** Rows on their way from all ranks to this one, beside other work of the devices. */
public interface PendingRows extends AutoCloseable {
  /**
   * The rows, for work that is started on the device from now on; the caller closes them, and calls
   * this once.
   */
  DeviceArray arrived();

  /** Lets what is on the way come to its end, and frees what was not handed out. */
  @Override
  void close();

  /** Rows that have come already. */
  static PendingRows there(DeviceArray rows) {
    return new PendingRows() {
      private DeviceArray held = rows;

      @Override
      public DeviceArray arrived() {
        DeviceArray handedOut = held;
        held = null;
        return handedOut;
      }

      @Override
      public void close() {
        if (held != null) {
          held.close();
        }
      }
    };
  }
}
