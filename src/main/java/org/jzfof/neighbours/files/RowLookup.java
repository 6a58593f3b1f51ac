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

/** A 64-bit value of each source, asked for from the rank that holds it. */
public final class RowLookup {
  private final Communicator comm;
  private final EvenShares shares;
  private final LongUnaryOperator own;
  private final long none;

  /**
   * @param shares the consecutive sources that each rank holds
   * @param own value of a source of this rank, counted from its first
   * @param none stands for the value of {@link Neighbours#NONE}
   */
  public RowLookup(Communicator comm, EvenShares shares, LongUnaryOperator own, long none) {
    this.comm = comm;
    this.shares = shares;
    this.own = own;
    this.none = none;
  }

  /** Value of a source of this rank, counted from its first. */
  public long own(long row) {
    return own.applyAsLong(row);
  }

  /**
   * Values of sources by their rows; all ranks call it together.
   *
   * @param rows I32 or I64
   * @param memory for the answer
   * @return I64, one for each row
   */
  public HostColumn get(HostColumn rows, HostMemory memory) {
    HostColumn values = memory.allocate(ElementType.I64, rows.length());
    if (comm.size() == 1) {
      Parallel.forEach(
          rows.length(), Parallel.GRAIN, i -> values.set(i, answer(rows.getLong(i), 0)));
    } else {
      ask(rows, values);
    }
    return values;
  }

  private long answer(long row, long first) {
    return row == Neighbours.NONE ? none : own.applyAsLong(row - first);
  }

  private void ask(HostColumn rows, HostColumn values) {
    int[] count = new int[comm.size()];
    for (int i = 0; i < rows.length(); i++) {
      long row = rows.getLong(i);
      if (row != Neighbours.NONE) {
        count[shares.part(row)]++;
      }
    }
    long[][] wanted = new long[comm.size()][];
    Arrays.setAll(wanted, r -> new long[count[r]]);
    int[] at = new int[comm.size()];
    for (int i = 0; i < rows.length(); i++) {
      long row = rows.getLong(i);
      if (row != Neighbours.NONE) {
        int owner = shares.part(row);
        wanted[owner][at[owner]++] = row;
      }
    }
    long[][] asked = comm.allToAll(wanted);
    long first = shares.start(comm.rank());
    for (long[] rank : asked) {
      Parallel.forEach(rank.length, Parallel.GRAIN, i -> rank[i] = answer(rank[i], first));
    }
    putInOrder(rows, comm.allToAll(asked, ArrayParts.lengths(wanted)), values);
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
