package org.jzfof.domain;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * Sends the rows of columns to the ranks given by a partition: the rows of piece r go to rank r.
 * Rows arrive sorted by sending rank, and those of one rank in the order of its partition; results
 * can be sent back in reverse. Every rank takes part in every call, with the same columns in the
 * same order.
 */
public final class Redistribution implements AutoCloseable {
  private final ArrayExchange arrays;
  private final int size;
  private final ParticleKernels kernels;
  private final DeviceMemory memory;
  private final Partition partition;
  private final long[] arrivalStart;
  private DeviceArray indexOfRow;

  /**
   * Announces the number of rows to the other ranks; every rank calls it.
   *
   * @param partition partition of the rows of this rank into one piece for each rank; closed with
   *     this object
   */
  public Redistribution(
      Partition partition, ParticleKernels kernels, DeviceMemory memory, ArrayExchange arrays) {
    this.arrays = arrays;
    this.size = arrays.comm().size();
    this.kernels = kernels;
    this.memory = memory;
    this.partition = partition;
    try (Scope scope = new Scope()) {
      scope.add(partition);
      this.arrivalStart = scope.keep(arrays.announce(partition.start()));
    }
  }

  /** Number of rows that arrive at this rank. */
  public long count() {
    return arrivalStart[size];
  }

  /**
   * Sends a column.
   *
   * @param column column [width·rows of the partition] of any type; closed
   * @return the rows that arrive at this rank [width·{@link #count()}]
   */
  public DeviceArray send(DeviceArray column, int width) {
    return arrays.sendRows(column, width, partition.rows(), partition.start(), arrivalStart);
  }

  /** Sends a column like {@link #send}, but keeps it open. */
  public DeviceArray sendCopy(DeviceArray column, int width) {
    DeviceArray packed = kernels.gather(column, width, partition.rows());
    return move(packed, width, partition.start(), arrivalStart);
  }

  /**
   * Sends values of the rows that have arrived back to the ranks of these rows.
   *
   * @param column values [width·{@link #count()}] of any type, in the order of arrival; closed as
   *     soon as they are sent
   * @return the values in the order of the rows of the partition
   */
  public DeviceArray sendBack(DeviceArray column, int width) {
    try (column) {
      if (indexOfRow == null) {
        indexOfRow = kernels.inverse(partition.rows());
      }
      try (DeviceArray packed = answer(column, width)) {
        return kernels.gather(packed, width, indexOfRow);
      }
    }
  }

  /**
   * Sends values back like {@link #sendBack}, but returns them in the order of the partition, which
   * may hold a row more than once.
   */
  public DeviceArray answer(DeviceArray column, int width) {
    return move(column, width, arrivalStart, partition.start());
  }

  /**
   * Sends lists back like {@link #answer}, where each row has a list of any length.
   *
   * @param column the elements of the lists of all rows, in the order of arrival; closed as soon as
   *     they are sent
   * @param sentStart offset in {@code column} of the list of each row that has arrived, followed by
   *     the end of the last list [count+1]
   * @param receivedStart offset in the result of the list of each row of the partition, followed by
   *     the end of the last list
   */
  public DeviceArray answerLists(DeviceArray column, long[] sentStart, long[] receivedStart) {
    return move(
        column, 1, offsets(sentStart, arrivalStart), offsets(receivedStart, partition.start()));
  }

  private static long[] offsets(long[] start, long[] rows) {
    return Arrays.stream(rows).map(row -> start[Math.toIntExact(row)]).toArray();
  }

  /** Sends rows that are sorted by the ranks that receive them; closes {@code from}. */
  private DeviceArray move(DeviceArray from, int width, long[] sendStart, long[] receiveStart) {
    try (from;
        Scope made = new Scope()) {
      DeviceArray to = made.add(memory.allocate(from.type(), receiveStart[size] * width));
      arrays.exchangeRows(width, from, sendStart, to, receiveStart);
      return made.keep(to);
    }
  }

  @Override
  public void close() {
    Cleanup.close(partition, indexOfRow);
  }
}
