package org.jzfof.exchange;

import java.util.Arrays;
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

  /**
   * As {@link #exchange}, by rows of both arrays.
   *
   * @param width elements per row
   * @param sendStart rows [sendStart[r], sendStart[r+1]) go to rank r [size+1]
   * @param receiveStart rows [receiveStart[r], receiveStart[r+1]) come from rank r [size+1], as
   *     from {@link #announce}
   */
  default void exchangeRows(
      int width, DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    int bytes = width * from.type().bytes();
    exchange(from, bytes(sendStart, bytes), to, bytes(receiveStart, bytes));
  }

  /** Offsets in bytes of offsets in rows of so many bytes. */
  static long[] bytes(long[] start, int rowBytes) {
    return Arrays.stream(start).map(row -> row * rowBytes).toArray();
  }

  /**
   * Sends rows of a table to every rank and receives some from every rank.
   *
   * @param table of any type [width·rows]; closed as soon as that is possible
   * @param width elements per row
   * @param rows I32 [sendStart[size]] which rows, rank by rank
   * @param sendStart rows [sendStart[r], sendStart[r+1]) of those go to rank r [size+1]
   * @param receiveStart rows [receiveStart[r], receiveStart[r+1]) come from rank r [size+1], as
   *     from {@link #announce}
   * @return the rows that have come [width·receiveStart[size]]
   */
  DeviceArray sendRows(
      DeviceArray table, int width, DeviceArray rows, long[] sendStart, long[] receiveStart);

  /**
   * Tells every rank how many rows it will get; every rank calls it.
   *
   * @param sendStart rows [sendStart[r], sendStart[r+1]) will go to rank r [size+1]
   * @return where those from each rank begin here, one after another from 0 [size+1]
   */
  default long[] announce(long[] sendStart) {
    return announceAll(sendStart)[0];
  }

  /**
   * As {@link #announce}, for rows of several kinds at once.
   *
   * @return for each kind where those from each rank begin here [kinds][size+1]
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
   * Ends the use of the path: from here on no rank touches what another one has shared. Every rank
   * calls it, after success or when all have recovered together from a failure.
   */
  void finish();

  /**
   * Gives back what this rank holds, alone. Where {@link #finish} was not called, other ranks may
   * still be at work on what this one has shared with them: that stays until the process ends.
   */
  @Override
  void close();
}
