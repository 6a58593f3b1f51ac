package org.jzfof.groups.values;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;
import org.jzfof.threads.Parallel;

/**
 * Subhaloes of the groups of a rank, sorted by group and by rank in the group.
 *
 * @param options options of the user, with the softening as used
 * @param integers integers per subhalo, in the layout of {@link SubhaloColumn}
 * @param reals real numbers per subhalo, in the same layout
 */
public record SubhaloTable(
    SubhaloOptions options, int types, int apertures, long[] integers, double[] reals) {
  /** No subhaloes, for runs that do not search for them. */
  public static final SubhaloTable NONE =
      new SubhaloTable(SubhaloOptions.NONE, 0, 0, new long[0], new double[0]);

  /** Allocates a table for {@code count} subhaloes. */
  public static SubhaloTable allocate(SubhaloOptions options, int types, int count) {
    int apertures = options.apertures().size();
    long reals = (long) count * SubhaloColumn.reals(types, apertures);
    if (reals > HostArray.LONGEST) {
      throw new MemoryException(
          "%d subhaloes are more than one rank can have: use more ranks, or give a larger --min-length"
              .formatted(count));
    }
    return new SubhaloTable(
        options,
        types,
        apertures,
        new long[count * SubhaloColumn.integers(types)],
        new double[(int) reals]);
  }

  /** Allocates a table for the measurements of one subhalo. */
  public static SubhaloTable single(int types, int apertures) {
    return new SubhaloTable(
        SubhaloOptions.NONE,
        types,
        apertures,
        new long[SubhaloColumn.integers(types)],
        new double[SubhaloColumn.reals(types, apertures)]);
  }

  /** Allocates a table for {@code count} subhaloes of the same kind. */
  public SubhaloTable like(int count) {
    return allocate(options, types, count);
  }

  /** Concatenates tables of one kind, this table first. */
  public SubhaloTable concatenate(List<SubhaloTable> others) {
    List<SubhaloTable> all = new ArrayList<>(others);
    all.add(0, this);
    return new SubhaloTable(
        options,
        types,
        apertures,
        ArrayParts.join(all.stream().map(SubhaloTable::integers).toArray(long[][]::new)),
        ArrayParts.join(all.stream().map(SubhaloTable::reals).toArray(double[][]::new)));
  }

  /** Returns all values, to be sent. */
  public TypedColumns columns() {
    return new TypedColumns()
        .longs(integers, SubhaloColumn.integers(types))
        .doubles(reals, SubhaloColumn.reals(types, apertures));
  }

  /** Returns whether subhaloes were searched for. */
  public boolean isSearched() {
    return options.wanted();
  }

  /** Returns the number of subhaloes n. */
  public int count() {
    return isSearched() ? integers.length / SubhaloColumn.integers(types) : 0;
  }

  /** Returns the integer of a subhalo in a column of one value. */
  public long integer(SubhaloColumn column, int subhalo) {
    return integer(column, subhalo, 0);
  }

  /** Returns the i-th integer of a subhalo in a column. */
  public long integer(SubhaloColumn column, int subhalo, int i) {
    return integers[subhalo * SubhaloColumn.integers(types) + column.start(types, apertures) + i];
  }

  /** Returns the i-th real number of a subhalo in a column. */
  public double real(SubhaloColumn column, int subhalo, int i) {
    return reals[
        subhalo * SubhaloColumn.reals(types, apertures) + column.start(types, apertures) + i];
  }

  /** Returns the integers of a column, counted subhalo by subhalo. */
  public IntToLongFunction integersOf(SubhaloColumn column) {
    int start = column.start(types, apertures);
    int stride = SubhaloColumn.integers(types);
    int width = column.width(types, apertures);
    return width == 1
        ? i -> integers[i * stride + start]
        : i -> integers[i / width * stride + start + i % width];
  }

  /** Returns the real numbers of a column, counted subhalo by subhalo. */
  public IntToDoubleFunction realsOf(SubhaloColumn column) {
    int start = column.start(types, apertures);
    int stride = SubhaloColumn.reals(types, apertures);
    int width = column.width(types, apertures);
    return width == 1
        ? i -> reals[i * stride + start]
        : i -> reals[i / width * stride + start + i % width];
  }

  /** Sets the integers of a subhalo in a column. */
  public void put(SubhaloColumn column, int subhalo, long... values) {
    int row = subhalo * SubhaloColumn.integers(types);
    System.arraycopy(values, 0, integers, row + column.start(types, apertures), values.length);
  }

  /** Sets the real numbers of a subhalo in a column. */
  public void put(SubhaloColumn column, int subhalo, double... values) {
    int row = subhalo * SubhaloColumn.reals(types, apertures);
    System.arraycopy(values, 0, reals, row + column.start(types, apertures), values.length);
  }

  /** Sets all values of a subhalo from a table that {@link #single} allocated. */
  public void put(int subhalo, SubhaloTable single) {
    int width = single.integers.length;
    int real = single.reals.length;
    System.arraycopy(single.integers, 0, integers, subhalo * width, width);
    System.arraycopy(single.reals, 0, reals, subhalo * real, real);
  }

  /**
   * Returns the index of the first subhalo of each group, and the number of all subhaloes
   * [groups+1].
   */
  public int[] starts(int groups) {
    return starts(0, groups);
  }

  private int[] starts(long firstGroup, int groups) {
    int[] start = new int[groups + 1];
    IntToLongFunction group = integersOf(SubhaloColumn.GROUP);
    int count = count();
    for (int s = 0; s < count; s++) {
      start[(int) (group.applyAsLong(s) - firstGroup) + 1]++;
    }
    ArrayParts.prefixSum(start);
    return start;
  }

  /**
   * Returns the number of members before each subhalo: those of lower groups, and those of lower
   * ranks in the same group.
   *
   * @param ofGroup number of members before each group [groups·width]
   * @param length column with the number of members of a subhalo, in all or of each type
   * @return [n·width]
   */
  public long[] offsets(long[] ofGroup, SubhaloColumn length) {
    int width = length.width(types, apertures);
    int count = count();
    long[] offset = new long[count * width];
    IntToLongFunction groups = integersOf(SubhaloColumn.GROUP);
    IntToLongFunction ranks = integersOf(SubhaloColumn.RANK);
    IntToLongFunction lengths = integersOf(length);
    for (int s = 0; s < count; s++) {
      int group = (int) groups.applyAsLong(s);
      boolean first = ranks.applyAsLong(s) == 0;
      for (int t = 0; t < width; t++) {
        int before = (s - 1) * width + t;
        offset[s * width + t] =
            first ? ofGroup[group * width + t] : offset[before] + lengths.applyAsLong(before);
      }
    }
    return offset;
  }

  /**
   * Returns the rows of the groups in this rank's range of the catalogue, sorted by group and rank,
   * with groups counted from the first one of the range. Every rank calls this method.
   *
   * @param first first catalogue row of the range of each rank, and the number of groups [size+1]
   */
  public SubhaloTable ofRange(Communicator comm, long[] first) {
    long firstOfRank = first[comm.rank()];
    return (comm.size() == 1 ? this : moved(comm, first))
        .sorted(firstOfRank, Math.toIntExact(first[comm.rank() + 1] - firstOfRank));
  }

  private SubhaloTable moved(Communicator comm, long[] first) {
    IntToLongFunction group = integersOf(SubhaloColumn.GROUP);
    int[] owner =
        IntStream.range(0, count())
            .map(s -> ArrayParts.partOf(first, group.applyAsLong(s)))
            .toArray();
    RowTransfer owners = RowTransfer.inOrder(comm, RankRows.byRank(owner, comm.size()));
    SubhaloTable arrived = like(owners.arriving().count());
    owners.move(columns(), arrived.columns());
    return arrived;
  }

  /**
   * Returns the rows of complete groups by group and rank.
   *
   * @param firstGroup group index that becomes 0
   * @param groups number of group indices from there on
   */
  private SubhaloTable sorted(long firstGroup, int groups) {
    int count = count();
    SubhaloTable sorted = like(count);
    int width = SubhaloColumn.integers(types);
    int real = SubhaloColumn.reals(types, apertures);
    IntToLongFunction group = integersOf(SubhaloColumn.GROUP);
    IntToLongFunction rank = integersOf(SubhaloColumn.RANK);
    int[] start = starts(firstGroup, groups);
    Parallel.forEach(
        count,
        Parallel.GRAIN,
        s -> {
          long to = group.applyAsLong(s) - firstGroup;
          int row = start[(int) to] + (int) rank.applyAsLong(s);
          System.arraycopy(integers, s * width, sorted.integers, row * width, width);
          System.arraycopy(reals, s * real, sorted.reals, row * real, real);
          sorted.put(SubhaloColumn.GROUP, row, to);
        });
    return sorted;
  }
}
