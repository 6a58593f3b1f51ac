package org.jzfof.comm.rows;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;

/**
 * A transfer of rows between ranks, for the columns of any tables.
 *
 * @param leaving rows of this rank that go to each rank
 * @param arriving target rows on this rank for the rows from each rank, as many as that rank sends
 */
public record RowTransfer(Communicator comm, RankRows leaving, RankRows arriving) {
  /**
   * Creates a transfer whose rows arrive in the order of their source ranks; every rank calls it.
   */
  public static RowTransfer inOrder(Communicator comm, RankRows leaving) {
    long[][] counts = new long[comm.size()][];
    Arrays.setAll(counts, r -> new long[] {leaving.count(r)});
    long[] received = ArrayParts.join(comm.allToAll(counts, 1));
    return new RowTransfer(comm, leaving, RankRows.inOrder(ArrayParts.offsets(received)));
  }

  /**
   * Creates a transfer from the ranks that hold rows to the ranks that request them; every rank
   * calls it.
   *
   * @param start first row of each rank, and the number of all rows [size+1]
   * @param row rows that this rank requests; a row may occur several times
   * @return transfer whose source rows count from the first row of each rank, and whose target rows
   *     are the indices in {@code row}
   */
  public static RowTransfer ofRequests(Communicator comm, long[] start, long[] row) {
    int[] rank = Arrays.stream(row).mapToInt(global -> ArrayParts.partOf(start, global)).toArray();
    RankRows targets = RankRows.byRank(rank, comm.size());
    int[] requested =
        Arrays.stream(targets.row()).map(i -> Math.toIntExact(row[i] - start[rank[i]])).toArray();
    RowTransfer requests = inOrder(comm, RankRows.inOrder(targets.start()));
    int[] requestedRows = requests.moved(requested, 1);
    return new RowTransfer(comm, new RankRows(requestedRows, requests.arriving.start()), targets);
  }

  /** Returns this transfer with each source row i replaced by {@code rows[i]}. */
  public RowTransfer ofTableRows(int[] rows) {
    int[] source = Arrays.stream(leaving.row()).map(i -> rows[i]).toArray();
    return new RowTransfer(comm, new RankRows(source, leaving.start()), arriving);
  }

  /** Returns this transfer with other target rows, listed in the order of the source ranks. */
  public RowTransfer to(int[] rows) {
    return new RowTransfer(comm, leaving, new RankRows(rows, arriving.start()));
  }

  /** Returns the transfer in the opposite direction. */
  public RowTransfer back() {
    return new RowTransfer(comm, arriving, leaving);
  }

  /**
   * Moves rows; every rank calls it. Rows that stay on their rank are copied without messages.
   *
   * @param from columns of the leaving rows
   * @param to columns of the same types for the arriving rows
   */
  public void move(TypedColumns from, TypedColumns to) {
    int self = comm.rank();
    if (leaving.count(self) != arriving.count(self)) {
      throw new IllegalArgumentException(
          "rank %d sends %d rows to itself and expects %d"
              .formatted(self, leaving.count(self), arriving.count(self)));
    }
    from.copy(
        leaving.row(),
        (int) leaving.start()[self],
        (int) leaving.count(self),
        to,
        arriving.row(),
        (int) arriving.start()[self]);
    int size = from.rowBytes();
    long[] sent = leaving.bytes(size, self);
    long[] received = arriving.bytes(size, self);
    long skipped = size * leaving.count(self);
    comm.exchange(
        (offset, target) ->
            from.read(leaving.row(), offset < sent[self] ? offset : offset + skipped, target),
        sent,
        (offset, source) ->
            to.write(arriving.row(), offset < received[self] ? offset : offset + skipped, source),
        received);
  }

  /**
   * Moves one column; every rank calls it.
   *
   * @param values values of the leaving rows, {@code width} each
   * @return values of the arriving rows, whose target rows must be a permutation of 0, 1, 2 ...
   */
  public int[] moved(int[] values, int width) {
    int[] result = new int[Math.multiplyExact(width, arriving.count())];
    move(new TypedColumns().ints(values, width), new TypedColumns().ints(result, width));
    return result;
  }

  /** Performs {@link #moved(int[], int)} for long integers. */
  public long[] moved(long[] values, int width) {
    long[] result = new long[Math.multiplyExact(width, arriving.count())];
    move(new TypedColumns().longs(values, width), new TypedColumns().longs(result, width));
    return result;
  }

  /** Performs {@link #moved(int[], int)} for one real number per row. */
  public double[] moved(double[] values) {
    double[] result = new double[arriving.count()];
    move(new TypedColumns().doubles(values, 1), new TypedColumns().doubles(result, 1));
    return result;
  }

  /**
   * Gathers rows of every rank, in rank order, on all ranks; every rank calls it.
   *
   * @param from columns of this rank
   * @param rows indices of the rows to gather
   * @param allocation creates a table with a given number of rows
   * @param columns returns the columns of a table, of the same types as {@code from}
   */
  public static <T> T gather(
      Communicator comm,
      TypedColumns from,
      int[] rows,
      IntFunction<T> allocation,
      Function<T, TypedColumns> columns) {
    long[][] words = comm.allGather(from.toWords(rows));
    int width = from.rowBytes() / Long.BYTES;
    long[] start = ArrayParts.offsets(words.length, r -> words[r].length / width);
    T all = allocation.apply(Math.toIntExact(start[words.length]));
    TypedColumns to = columns.apply(all);
    for (int r = 0; r < words.length; r++) {
      to.fromWords(IntStream.range((int) start[r], (int) start[r + 1]).toArray(), words[r]);
      words[r] = null;
    }
    return all;
  }
}
