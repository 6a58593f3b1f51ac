package org.jzfof.neighbours.files;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.threads.Parallel;

/** Looks up a 64-bit value of each source, which the rank that holds the source provides. */
public final class RowLookup {
  private final Communicator comm;
  private final EvenShares shares;
  private final LongUnaryOperator local;
  private final long none;

  /**
   * @param shares consecutive sources that each rank holds
   * @param local value of a source of this rank, by its index on this rank
   * @param none value for {@link Neighbours#NONE}
   */
  public RowLookup(Communicator comm, EvenShares shares, LongUnaryOperator local, long none) {
    this.comm = comm;
    this.shares = shares;
    this.local = local;
    this.none = none;
  }

  /**
   * Value of a source of this rank.
   *
   * @param row index of the source on this rank
   */
  public long local(long row) {
    return local.applyAsLong(row);
  }

  /**
   * Looks up values of sources by their rows; all ranks call it together.
   *
   * @param rows I32 or I64 rows; may contain {@link Neighbours#NONE}
   * @return I64 value for each row
   */
  public HostColumn get(HostColumn rows, HostMemory memory) {
    HostColumn values = memory.allocate(ElementType.I64, rows.length());
    if (comm.size() == 1) {
      Parallel.forEach(
          rows.length(), Parallel.GRAIN, i -> values.set(i, answer(rows.getLong(i), 0)));
    } else {
      exchange(rows, values);
    }
    return values;
  }

  private long answer(long row, long first) {
    return row == Neighbours.NONE ? none : local.applyAsLong(row - first);
  }

  private void exchange(HostColumn rows, HostColumn values) {
    int[] count = new int[comm.size()];
    for (int i = 0; i < rows.length(); i++) {
      long row = rows.getLong(i);
      if (row != Neighbours.NONE) {
        count[shares.part(row)]++;
      }
    }
    long[][] requests = new long[comm.size()][];
    Arrays.setAll(requests, r -> new long[count[r]]);
    int[] at = new int[comm.size()];
    for (int i = 0; i < rows.length(); i++) {
      long row = rows.getLong(i);
      if (row != Neighbours.NONE) {
        int owner = shares.part(row);
        requests[owner][at[owner]++] = row;
      }
    }
    long[][] received = comm.allToAll(requests);
    long first = shares.start(comm.rank());
    for (long[] part : received) {
      Parallel.forEach(part.length, Parallel.GRAIN, i -> part[i] = answer(part[i], first));
    }
    putInOrder(rows, comm.allToAll(received, ArrayParts.lengths(requests)), values);
  }

  private void putInOrder(HostColumn rows, long[][] answers, HostColumn values) {
    int[] at = new int[comm.size()];
    for (int i = 0; i < rows.length(); i++) {
      long row = rows.getLong(i);
      int owner = row == Neighbours.NONE ? -1 : shares.part(row);
      values.set(i, owner < 0 ? none : answers[owner][at[owner]++]);
    }
  }
}
