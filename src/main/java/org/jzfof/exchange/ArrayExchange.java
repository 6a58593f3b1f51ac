package org.jzfof.exchange;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;

/** Moves parts of device arrays between the ranks of a job; every rank takes part in every call. */
public interface ArrayExchange extends AutoCloseable {
  /** Returns the communicator of the ranks. */
  Communicator comm();

  /** Describes the selected path and the reason for it, for a log. */
  String description();

  /**
   * Sends a range of an array to every rank and receives a range from every rank. The call may
   * return before the device has finished; later device work follows in order.
   *
   * @param from array with the bytes that the ranks receive
   * @param sendStart bytes [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param receiveStart bytes [receiveStart[r], receiveStart[r+1]) come from rank r [size+1]; the
   *     sizes must match those that the other ranks send
   */
  void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart);

  /**
   * Performs {@link #exchange} with offsets in rows of both arrays.
   *
   * @param width elements per row
   * @param sendStart rows [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param receiveStart rows [receiveStart[r], receiveStart[r+1]) come from rank r [size+1], as
   *     returned by {@link #announce}
   */
  default void exchangeRows(
      int width, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int bytes = width * from.type().bytes();
    exchange(from, bytes(sendStart, bytes), to, bytes(receiveStart, bytes));
  }

  /** Converts offsets in rows into offsets in bytes. */
  static long[] bytes(long[] start, int rowBytes) {
    return Arrays.stream(start).map(row -> row * rowBytes).toArray();
  }

  /**
   * Sends rows of a table to every rank and receives rows from every rank.
   *
   * @param table table of any element type [width·rows]; this call closes it as early as possible
   * @param width elements per row
   * @param rows I32 indices of the rows to send, rank by rank [sendStart[size]]
   * @param sendStart entries [sendStart[r], sendStart[r+1]) of {@code rows} go to rank r [size+1]
   * @param receiveStart rows [receiveStart[r], receiveStart[r+1]) come from rank r [size+1], as
   *     returned by {@link #announce}
   * @return the received rows [width·receiveStart[size]]
   */
  DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart);

  /**
   * Tells every rank how many rows it will receive; every rank calls it.
   *
   * @param sendStart rows [sendStart[r], sendStart[r+1]) will go to rank r [size+1]
   * @return offset of the rows from each rank among the rows that this rank receives, in rank order
   *     from 0 [size+1]
   */
  default long[] announce(long[] sendStart) {
    return announceAll(sendStart)[0];
  }

  /**
   * Performs {@link #announce} for several kinds of rows at once.
   *
   * @return for each kind, the offsets of the rows from each rank [kinds][size+1]
   */
  default long[][] announceAll(long[]... sendStart) {
    long[][] counts = new long[comm().size()][sendStart.length];
    for (int r = 0; r < counts.length; r++) {
      for (int kind = 0; kind < sendStart.length; kind++) {
        counts[r][kind] = sendStart[kind][r + 1] - sendStart[kind][r];
      }
    }
    long[][] incoming = comm().allToAll(counts, sendStart.length);
    long[][] start = new long[sendStart.length][incoming.length + 1];
    for (int r = 0; r < incoming.length; r++) {
      for (int kind = 0; kind < sendStart.length; kind++) {
        start[kind][r + 1] = start[kind][r] + incoming[r][kind];
      }
    }
    return start;
  }

  /**
   * Ends the use of the path: from here on no rank accesses memory that another rank has shared.
   * Every rank calls it, after success or after all ranks have recovered together from a failure.
   */
  void finish();

  /**
   * Releases the resources of this rank without waiting for other ranks. Without an earlier {@link
   * #finish}, other ranks may still use memory that this rank has shared; such memory stays
   * allocated until the process ends.
   */
  @Override
  void close();
}
