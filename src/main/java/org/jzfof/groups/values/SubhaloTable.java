package org.jzfof.groups.values;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;
import org.jzfof.threads.Parallel;

/**
 * Subhaloes of the groups of a rank, group by group, in each by rank.
 *
 * @param options as asked for, with the softening as used
 * @param types number of particle types
 * @param apertures number of them
 * @param integers those of each subhalo, as {@link SubhaloColumn} has them
 * @param reals real numbers of each
 */
public record SubhaloTable(
    SubhaloOptions options, int types, int apertures, long[] integers, double[] reals) {
  /** None were looked for. */
  public static final SubhaloTable NONE =
      new SubhaloTable(SubhaloOptions.NONE, 0, 0, new long[0], new double[0]);

  /** Room for some subhaloes. */
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

  /** Room for what is measured of one subhalo. */
  public static SubhaloTable single(int types, int apertures) {
    return new SubhaloTable(
        SubhaloOptions.NONE,
        types,
        apertures,
        new long[SubhaloColumn.integers(types)],
        new double[SubhaloColumn.reals(types, apertures)]);
  }

  /** Room for some more of the same kind. */
  public SubhaloTable like(int count) {
    return allocate(options, types, count);
  }

  /** Subhaloes of several tables of one kind, this one's first. */
  public SubhaloTable and(List<SubhaloTable> others) {
    List<SubhaloTable> all = new ArrayList<>(others);
    all.add(0, this);
    return new SubhaloTable(
        options,
        types,
        apertures,
        ArrayParts.join(all.stream().map(SubhaloTable::integers).toArray(long[][]::new)),
        ArrayParts.join(all.stream().map(SubhaloTable::reals).toArray(double[][]::new)));
  }

  /** All numbers, to be sent. */
  public TypedColumns columns() {
    return new TypedColumns()
        .longs(integers, SubhaloColumn.integers(types))
        .doubles(reals, SubhaloColumn.reals(types, apertures));
  }

  /** Whether subhaloes were looked for. */
  public boolean sought() {
    return options.wanted();
  }

  /** Number of subhaloes n. */
  public int count() {
    return sought() ? integers.length / SubhaloColumn.integers(types) : 0;
  }

  /** An integer of a subhalo. */
  public long integer(SubhaloColumn column, int subhalo) {
    return integer(column, subhalo, 0);
  }

  /** One of the integers of a subhalo. */
  public long integer(SubhaloColumn column, int subhalo, int i) {
    return integers[subhalo * SubhaloColumn.integers(types) + column.start(types, apertures) + i];
  }

  /** One of the reals of a subhalo. */
  public double real(SubhaloColumn column, int subhalo, int i) {
    return reals[
        subhalo * SubhaloColumn.reals(types, apertures) + column.start(types, apertures) + i];
  }

  /** Sets integers of a subhalo. */
  public void put(SubhaloColumn column, int subhalo, long... values) {
    int row = subhalo * SubhaloColumn.integers(types);
    System.arraycopy(values, 0, integers, row + column.start(types, apertures), values.length);
  }

  /** Sets reals of a subhalo. */
  public void put(SubhaloColumn column, int subhalo, double... values) {
    int row = subhalo * SubhaloColumn.reals(types, apertures);
    System.arraycopy(values, 0, reals, row + column.start(types, apertures), values.length);
  }

  /** Sets all numbers of a subhalo to those of {@link #single} one. */
  public void put(int subhalo, SubhaloTable single) {
    int whole = single.integers.length;
    int real = single.reals.length;
    System.arraycopy(single.integers, 0, integers, subhalo * whole, whole);
    System.arraycopy(single.reals, 0, reals, subhalo * real, real);
  }

  /** Number of the first subhalo of each group, and of all [groups+1]. */
  public int[] starts(int groups) {
    int[] start = new int[groups + 1];
    for (int s = 0; s < count(); s++) {
      start[(int) integer(SubhaloColumn.GROUP, s) + 1]++;
    }
    ArrayParts.addUp(start);
    return start;
  }

  /**
   * Members before each subhalo: those of lower groups, then of lower ranks in its own.
   *
   * @param ofGroup members before each group [groups·width]
   * @param length column with the members of a subhalo, in all or of each type
   * @return [n·width]
   */
  public long[] offsets(long[] ofGroup, SubhaloColumn length) {
    int width = length.width(types, apertures);
    long[] offset = new long[count() * width];
    for (int s = 0; s < count(); s++) {
      int group = (int) integer(SubhaloColumn.GROUP, s);
      boolean first = integer(SubhaloColumn.RANK, s) == 0;
      for (int t = 0; t < width; t++) {
        offset[s * width + t] =
            first
                ? ofGroup[group * width + t]
                : offset[(s - 1) * width + t] + integer(length, s - 1, t);
      }
    }
    return offset;
  }

  /**
   * The same rows by group and rank.
   *
   * @param firstGroup number that groups are counted from
   */
  public SubhaloTable sorted(long firstGroup) {
    int[] order = order();
    SubhaloTable sorted = like(order.length);
    int whole = SubhaloColumn.integers(types);
    int real = SubhaloColumn.reals(types, apertures);
    Parallel.forEach(
        order.length,
        Parallel.GRAIN,
        s -> {
          System.arraycopy(integers, order[s] * whole, sorted.integers, s * whole, whole);
          System.arraycopy(reals, order[s] * real, sorted.reals, s * real, real);
          sorted.put(SubhaloColumn.GROUP, s, integer(SubhaloColumn.GROUP, order[s]) - firstGroup);
        });
    return sorted;
  }

  /** Rows by group and rank. */
  private int[] order() {
    int count = count();
    if (IntStream.range(1, count).allMatch(s -> !isBefore(s, s - 1))) {
      return IntStream.range(0, count).toArray(); // as on a single rank
    }
    return IntStream.range(0, count)
        .boxed()
        .sorted((s, other) -> isBefore(s, other) ? -1 : isBefore(other, s) ? 1 : 0)
        .mapToInt(s -> s)
        .toArray();
  }

  private boolean isBefore(int s, int other) {
    long group = integer(SubhaloColumn.GROUP, s);
    long otherGroup = integer(SubhaloColumn.GROUP, other);
    return group < otherGroup
        || group == otherGroup
            && integer(SubhaloColumn.RANK, s) < integer(SubhaloColumn.RANK, other);
  }
}
