package org.jzfof.contract;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;

/** Rows of typed columns between ranks, as a part of {@link CommunicatorContract}. */
final class RowTransferContract {
  private final Communicator comm;
  private final int size;
  private final int rank;

  RowTransferContract(Communicator comm) {
    this.comm = comm;
    this.size = comm.size();
    this.rank = comm.rank();
  }

  /** A table with columns of all types; its rows take 64 bytes, of which 7 mean nothing. */
  private record Table(long[] id, double[] speed, int[] place, byte[] type, int[] tail) {
    static Table allocate(int rows) {
      return new Table(
          new long[rows], new double[3 * rows], new int[3 * rows], new byte[rows], new int[rows]);
    }

    /** Rows that tell their rank and number. */
    static Table of(int rank, int rows) {
      Table table = allocate(rows);
      for (int i = 0; i < rows; i++) {
        table.id[i] = (long) rank << 40 | i;
        for (int d = 0; d < 3; d++) {
          table.speed[3 * i + d] = Double.longBitsToDouble(new Random(table.id[i] + d).nextLong());
          table.place[3 * i + d] = i * (d + 1) - rank;
        }
        table.tail[i] = ~i;
        table.type[i] = (byte) (rank - i);
      }
      return table;
    }

    TypedColumns columns() {
      return new TypedColumns()
          .longs(id, 1)
          .doubles(speed, 3)
          .ints(place, 3)
          .ints(tail, 1)
          .bytes(type);
    }

    boolean has(int row, Table other, int there) {
      boolean same =
          id[row] == other.id[there]
              && tail[row] == other.tail[there]
              && type[row] == other.type[there];
      for (int d = 0; d < 3; d++) {
        same &= place[3 * row + d] == other.place[3 * there + d];
        same &= bits(speed[3 * row + d]) == bits(other.speed[3 * there + d]);
      }
      return same;
    }
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  void run() {
    reals();
    gathers();
    wanted();
    for (int most : new int[] {1, 2, 30, 6000}) {
      thereAndBack(most);
    }
  }

  private void reals() {
    for (int root = 0; root < size; root++) {
      double[] got = comm.broadcast(new double[] {rank, -0.0, Double.NaN}, root);
      check(Arrays.equals(new double[] {root, -0.0, Double.NaN}, got), "reals of " + root);
    }
    double[] own = IntStream.range(0, rank).mapToDouble(i -> rank + 0.1).toArray();
    double[] all =
        IntStream.range(0, size)
            .flatMap(r -> IntStream.generate(() -> r).limit(r))
            .mapToDouble(r -> r + 0.1)
            .toArray();
    check(Arrays.equals(all, comm.allGather(own)), "reals of all ranks");
  }

  /** Every rank gives its odd rows, of which rank 0 has none. */
  private void gathers() {
    Table own = Table.of(rank, 2 * rank);
    int[] odd = IntStream.range(0, rank).map(i -> 2 * i + 1).toArray();
    Table all = RowTransfer.gather(comm, own.columns(), odd, Table::allocate, Table::columns);
    check(all.id.length == size * (size - 1) / 2, all.id.length + " rows gathered");
    int at = 0;
    for (int r = 0; r < size; r++) {
      Table there = Table.of(r, 2 * r);
      for (int i = 0; i < r; i++) {
        check(all.has(at++, there, 2 * i + 1), "row " + i + " of " + r);
      }
    }
  }

  /** Every rank wants rows of all, in any order and some of them twice; rank r has r of them. */
  private void wanted() {
    long[] start = new long[size + 1];
    for (int r = 0; r < size; r++) {
      start[r + 1] = start[r] + r;
    }
    int count = (int) start[size];
    long[] row = new Random(rank).longs(count == 0 ? 0 : 2 * count, 0, count + 1).toArray();
    row = Arrays.stream(row).filter(i -> i < count).toArray();
    Table come = Table.allocate(row.length);
    Table own = Table.of(rank, rank);
    RowTransfer transfer = RowTransfer.ofRequests(comm, start, row);
    transfer.move(own.columns(), come.columns());
    check(Arrays.equals(come.place, transfer.moved(own.place, 3)), "integers alone");
    check(Arrays.equals(come.id, transfer.moved(own.id, 1)), "long integers alone");
    double[] tail = Arrays.stream(own.tail).asDoubleStream().toArray();
    check(
        Arrays.equals(Arrays.stream(come.tail).asDoubleStream().toArray(), transfer.moved(tail)),
        "real numbers alone");
    for (int i = 0; i < row.length; i++) {
      int owner = 0;
      while (row[i] >= start[owner + 1]) {
        owner++;
      }
      check(come.has(i, Table.of(owner, owner), (int) (row[i] - start[owner])), "wanted " + row[i]);
    }
  }

  /** Any rows to any ranks, some to several; they arrive in any order, and go home again. */
  private void thereAndBack(int most) {
    int[][][] leaving = new int[size][size][];
    Random random = new Random(most);
    for (int[][] from : leaving) {
      Arrays.setAll(
          from, to -> random.ints(random.nextInt(most) * random.nextInt(2), 0, most).toArray());
    }
    Table own = Table.of(rank, most);
    RowTransfer inOrder = RowTransfer.inOrder(comm, RankRows.of(leaving[rank]));
    int count = inOrder.arriving().count();
    int[] reversed = IntStream.range(0, count).map(i -> count - 1 - i).toArray();
    RankRows arriving = new RankRows(reversed, inOrder.arriving().start());
    RowTransfer transfer = new RowTransfer(comm, inOrder.leaving(), arriving);
    Table come = Table.allocate(count);
    transfer.move(own.columns(), come.columns());
    int row = count;
    for (int r = 0; r < size; r++) {
      Table there = Table.of(r, most);
      for (int i : leaving[r][rank]) {
        check(come.has(--row, there, i), "row " + i + " from " + r + " of " + most);
      }
    }
    check(row == 0, "rows that came");
    Table home = Table.allocate(most);
    transfer.back().move(come.columns(), home.columns());
    for (int i : transfer.leaving().row()) {
      check(home.has(i, own, i), "row " + i + " of " + most + " is back");
    }
  }

  private void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError("rank " + rank + " of " + size + ": " + what);
    }
  }
}
