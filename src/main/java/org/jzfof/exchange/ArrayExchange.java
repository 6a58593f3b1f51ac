package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;

/** Moves parts of device arrays between the ranks of a job; every rank takes part in every call. */
public interface ArrayExchange extends AutoCloseable {
  /** The ranks. */
  Communicator comm();

  /** The path taken, and why it is this one, for a log. */
  String description();

  /**
   * Sends a range of an array to every rank and receives one from every rank. The work may still be
   * under way on the device afterwards, in order with what follows there.
   *
   * @param from where the bytes for the ranks lie
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param to takes the bytes
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]; every
   *     rank must know what the others send it
   */
  void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart);

  /** Gives back what the path holds; every rank calls it. */
  @Override
  void close();
}
