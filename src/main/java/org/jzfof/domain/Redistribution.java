package org.jzfof.domain;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * Sends columns along a partition: row i of the piece of rank r goes to rank r. Rows arrive rank by
 * rank, those of one rank in the order in which they stood there; results can go back the same way.
 * Every rank takes part in every call, with the same columns in the same order.
 */
public final class Redistribution implements AutoCloseable {
  private final ArrayExchange arrays;
  private final int size;
  private final ParticleKernels kernels;
  private final DeviceMemory memory;
  private final Partition partition;
  private final long[] arrivalStart;
  private DeviceArray placeOfRow;

  /**
   * Tells the ranks how many rows will come; every rank calls it.
   *
   * @param partition of the rows of this rank into one piece for each rank; closed with this
   * @param kernels of the backend that holds the columns
   * @param arrays takes them to the other ranks
   */
  public Redistribution(
      Partition partition, ParticleKernels kernels, DeviceMemory memory, ArrayExchange arrays) {
    this.arrays = arrays;
    this.size = arrays.comm().size();
    this.kernels = kernels;
    this.memory = memory;
    this.partition = partition;
    try (Scope own = new Scope()) {
      own.add(partition);
      this.arrivalStart = own.keep(arrays.announce(partition.start()));
    }
  }

  /** Rows that arrive here. */
  public long count() {
    return arrivalStart[size];
  }

  /**
   * Sends a column.
   *
   * @param column [width·rows of the partition] of any type; closed
   * @param width elements per row
   * @return the rows that arrive here [width·{@link #count()}]
   */
  public DeviceArray send(DeviceArray column, int width) {
    return arrays.sendRows(column, width, partition.rows(), partition.start(), arrivalStart);
  }

  /** As {@link #send}, of a column that is kept. */
  public DeviceArray sendCopy(DeviceArray column, int width) {
    DeviceArray packed = kernels.gather(column, width, partition.rows());
    return move(packed, width, partition.start(), arrivalStart);
  }

  /**
   * Sends values of the rows that have arrived back to where these came from.
   *
   * @param column [width·{@link #count()}] of any type, in the order of arrival; closed as soon as
   *     it is sent
   * @param width elements per row
   * @return the values in the order of the rows of the partition
   */
  public DeviceArray sendBack(DeviceArray column, int width) {
    try (column) {
      if (placeOfRow == null) {
        placeOfRow = kernels.inverse(partition.rows());
      }
      try (DeviceArray packed = answer(column, width)) {
        return kernels.gather(packed, width, placeOfRow);
      }
    }
  }

  /** As {@link #sendBack}, in the order of the partition, where a row may stand more than once. */
  public DeviceArray answer(DeviceArray column, int width) {
    return move(column, width, arrivalStart, partition.start());
  }

  /**
   * As {@link #answer}, for rows of any length.
   *
   * @param column the elements of all rows, one row after the other; closed as soon as they are
   *     sent
   * @param startHere where each row that has arrived begins, and the end of the last [count+1]
   * @param startThere where the answer to each row of the partition begins, and the end of the last
   */
  public DeviceArray answerLists(DeviceArray column, long[] startHere, long[] startThere) {
    return move(column, 1, at(startHere, arrivalStart), at(startThere, partition.start()));
  }

  private static long[] at(long[] start, long[] rows) {
    return Arrays.stream(rows).map(row -> start[Math.toIntExact(row)]).toArray();
  }

  /** Sends rows that are in the order of the ranks. */
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
    Cleanup.close(partition, placeOfRow);
  }
}
