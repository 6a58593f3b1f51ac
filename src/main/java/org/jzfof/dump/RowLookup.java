package org.jzfof.dump;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.knn.Neighbours;

/** A 64-bit value of each source, asked for from the rank that holds it. */
public final class RowLookup {
  private final Communicator comm;
  private final EvenShares shares;
  private final LongUnaryOperator own;
  private final long none;

  /**
   * @param comm the ranks
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

  /** Values of sources by their rows; all ranks call it together. */
  long[] get(long[] rows) {
    return comm.size() == 1 ? answer(rows, 0) : ask(rows);
  }

  private long[] answer(long[] rows, long first) {
    long[] values = new long[rows.length];
    Arrays.parallelSetAll(
        values, i -> rows[i] == Neighbours.NONE ? none : own.applyAsLong(rows[i] - first));
    return values;
  }

  private long[] ask(long[] rows) {
    int[] count = new int[comm.size()];
    for (long row : rows) {
      if (row != Neighbours.NONE) {
        count[shares.part(row)]++;
      }
    }
    long[][] wanted = new long[comm.size()][];
    Arrays.setAll(wanted, r -> new long[count[r]]);
    int[] at = new int[comm.size()];
    for (long row : rows) {
      if (row != Neighbours.NONE) {
        int owner = shares.part(row);
        wanted[owner][at[owner]++] = row;
      }
    }
    long[][] asked = comm.allToAll(wanted);
    Arrays.setAll(asked, r -> answer(asked[r], shares.start(comm.rank())));
    long[][] answers = comm.allToAll(asked);
    return inOrder(rows, answers);
  }

  private long[] inOrder(long[] rows, long[][] answers) {
    long[] values = new long[rows.length];
    int[] at = new int[comm.size()];
    for (int i = 0; i < rows.length; i++) {
      int owner = rows[i] == Neighbours.NONE ? -1 : shares.part(rows[i]);
      values[i] = owner < 0 ? none : answers[owner][at[owner]++];
    }
    return values;
  }
}
