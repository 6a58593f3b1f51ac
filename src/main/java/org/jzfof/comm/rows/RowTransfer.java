package org.jzfof.comm.rows;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;

/**
 * Which rows go from rank to rank, for the columns of any tables.
 *
 * @param leaving rows of this rank that go to each rank
 * @param arriving rows that those from each rank become here; as many as that rank sends
 */
public record RowTransfer(Communicator comm, RankRows leaving, RankRows arriving) {
  /** Of rows that arrive in the order of the ranks that they are from; every rank calls it. */
  public static RowTransfer inOrder(Communicator comm, RankRows leaving) {
    long[][] counts = new long[comm.size()][];
    Arrays.setAll(counts, r -> new long[] {leaving.count(r)});
    long[] coming = ArrayParts.join(comm.allToAll(counts, 1));
    return new RowTransfer(comm, leaving, RankRows.inOrder(ArrayParts.offsets(coming)));
  }

  /**
   * From the rows that ranks have to those that want some of them; every rank calls it.
   *
   * @param start first row of each rank, and the number of all rows [size+1]
   * @param row which are wanted here, any number of times
   * @return of rows counted from the first of each rank, to their places in {@code row}
   */
  public static RowTransfer ofWanted(Communicator comm, long[] start, long[] row) {
    int[] rank = Arrays.stream(row).mapToInt(of -> ArrayParts.partOf(start, of)).toArray();
    long[] count = new long[comm.size()];
    Arrays.stream(rank).forEach(r -> count[r]++);
    long[] from = ArrayParts.offsets(count);
    long[] next = from.clone();
    int[] place = new int[row.length];
    int[] wanted = new int[row.length];
    for (int i = 0; i < row.length; i++) {
      int at = (int) next[rank[i]]++;
      place[at] = i;
      wanted[at] = Math.toIntExact(row[i] - start[rank[i]]);
    }
    RowTransfer asking = inOrder(comm, RankRows.inOrder(from));
    int[] asked = asking.moved(wanted, 1);
    return new RowTransfer(
        comm, new RankRows(asked, asking.arriving.start()), new RankRows(place, from));
  }

  /** The same, where the rows that leave are places in a list of those of a table. */
  public RowTransfer ofSome(int[] rows) {
    int[] some = Arrays.stream(leaving.row()).map(i -> rows[i]).toArray();
    return new RowTransfer(comm, new RankRows(some, leaving.start()), arriving);
  }

  /** The same, where rows become others than those in the order of the ranks. */
  public RowTransfer to(int[] rows) {
    return new RowTransfer(comm, leaving, new RankRows(rows, arriving.start()));
  }

  /** The way back. */
  public RowTransfer back() {
    return new RowTransfer(comm, arriving, leaving);
  }

  /**
   * Moves rows; every rank calls it. What stays on a rank is copied, without messages.
   *
   * @param from has the rows that leave
   * @param to takes those that arrive, in columns of the same types
   */
  public void move(TypedColumns from, TypedColumns to) {
    int own = comm.rank();
    if (leaving.count(own) != arriving.count(own)) {
      throw new IllegalArgumentException(
          "rank %d sends %d rows to itself and expects %d"
              .formatted(own, leaving.count(own), arriving.count(own)));
    }
    from.copy(
        leaving.row(),
        (int) leaving.start()[own],
        (int) leaving.count(own),
        to,
        arriving.row(),
        (int) arriving.start()[own]);
    int size = from.rowBytes();
    long[] sent = leaving.bytes(size, own);
    long[] received = arriving.bytes(size, own);
    long skipped = size * leaving.count(own);
    comm.exchange(
        (at, target) -> from.read(leaving.row(), at < sent[own] ? at : at + skipped, target),
        sent,
        (at, source) -> to.write(arriving.row(), at < received[own] ? at : at + skipped, source),
        received);
  }

  /**
   * Moves one column; every rank calls it.
   *
   * @param values of the rows that leave, {@code width} each
   * @return those of the rows that arrive, which must be the first so many, each once
   */
  public int[] moved(int[] values, int width) {
    int[] come = new int[Math.multiplyExact(width, arriving.count())];
    move(new TypedColumns().ints(values, width), new TypedColumns().ints(come, width));
    return come;
  }

  /** As {@link #moved(int[], int)}. */
  public long[] moved(long[] values, int width) {
    long[] come = new long[Math.multiplyExact(width, arriving.count())];
    move(new TypedColumns().longs(values, width), new TypedColumns().longs(come, width));
    return come;
  }

  /** As {@link #moved(int[], int)}, for one value of each row. */
  public double[] moved(double[] values) {
    double[] come = new double[arriving.count()];
    move(new TypedColumns().doubles(values, 1), new TypedColumns().doubles(come, 1));
    return come;
  }

  /**
   * Rows of every rank, rank by rank, on all of them; every rank calls it.
   *
   * @param from columns of this rank
   * @param rows which of them
   * @param room makes a table of so many rows
   * @param columns of it, of the same types
   */
  public static <T> T gather(
      Communicator comm,
      TypedColumns from,
      int[] rows,
      IntFunction<T> room,
      Function<T, TypedColumns> columns) {
    long[][] words = comm.allGather(from.toWords(rows));
    int width = from.rowBytes() / Long.BYTES;
    long[] start = ArrayParts.offsets(words.length, r -> words[r].length / width);
    T all = room.apply(Math.toIntExact(start[words.length]));
    TypedColumns to = columns.apply(all);
    for (int r = 0; r < words.length; r++) {
      to.ofWords(IntStream.range((int) start[r], (int) start[r + 1]).toArray(), words[r]);
      words[r] = null;
    }
    return all;
  }
}
