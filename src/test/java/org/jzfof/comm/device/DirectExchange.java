package org.jzfof.comm.device;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;

/**
 * A path that says that it leads from device to device, and on which rows that are begun come as
 * late as they may.
 */
public record DirectExchange(ArrayExchange path) implements ArrayExchange {
  /** The path of a backend: like that between GPUs of one host where there are 3, 5, ... ranks. */
  public static ArrayExchange ofOddRanks(Backend backend, Communicator comm) {
    ArrayExchange path = backend.exchange(comm, ExchangeChoice.AUTO);
    return comm.size() % 2 == 0 || path.direct() ? path : new DirectExchange(path);
  }

  @Override
  public Communicator comm() {
    return path.comm();
  }

  @Override
  public String description() {
    return path.description();
  }

  @Override
  public boolean direct() {
    return true;
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    path.exchange(from, sendStart, to, receiveStart);
  }

  @Override
  public DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    return path.sendRows(table, width, rows, sendStart, receiveStart);
  }

  @Override
  public PendingRows beginRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart) {
    return new PendingRows() {
      @Override
      public DeviceArray arrived() {
        return sendRows(table, width, rows, sendStart, receiveStart);
      }

      @Override
      public void close() {
        table.close();
      }
    };
  }

  @Override
  public void finish() {
    path.finish();
  }

  @Override
  public void close() {
    path.close();
  }
}
