package org.jzfof.groups.values;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;

/**
 * Subhaloes of the groups of a rank as rows of numbers: group by group, in each by rank.
 *
 * @param options as asked for, with the softening as used
 * @param types number of particle types
 * @param rows integers and bits of doubles [n·{@link #width}]
 */
public record SubhaloTable(SubhaloOptions options, int types, long[] rows) {
  /** None were looked for. */
  public static final SubhaloTable NONE = new SubhaloTable(SubhaloOptions.NONE, 0, new long[0]);

  /** Longs of a subhalo. */
  public static int width(int types) {
    return SubhaloColumn.all(types);
  }

  /** Room for some subhaloes. */
  public static SubhaloTable allocate(SubhaloOptions options, int types, int count) {
    long longs = (long) count * width(types);
    if (longs > HostArray.LONGEST) {
      throw new MemoryException(
          "%d subhaloes are more than one rank can have: use more ranks, or give a larger --min-length"
              .formatted(count));
    }
    return new SubhaloTable(options, types, new long[(int) longs]);
  }

  /** Whether subhaloes were looked for. */
  public boolean sought() {
    return options.wanted();
  }

  /** Number of subhaloes n. */
  public int count() {
    return sought() ? rows.length / width(types) : 0;
  }

  private int at(SubhaloColumn column, int subhalo) {
    return subhalo * width(types) + column.start(types);
  }

  /** An integer of a subhalo. */
  public long integer(SubhaloColumn column, int subhalo) {
    return rows[at(column, subhalo)];
  }

  /** One of the integers of a subhalo. */
  public long integer(SubhaloColumn column, int subhalo, int i) {
    return rows[at(column, subhalo) + i];
  }

  /** One of the reals of a subhalo. */
  public double real(SubhaloColumn column, int subhalo, int i) {
    return Double.longBitsToDouble(rows[at(column, subhalo) + i]);
  }

  /** Sets integers of a subhalo. */
  public void put(SubhaloColumn column, int subhalo, long... values) {
    System.arraycopy(values, 0, rows, at(column, subhalo), values.length);
  }

  /** Sets reals of a subhalo. */
  public void put(SubhaloColumn column, int subhalo, double... values) {
    put(column, subhalo, Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray());
  }

  /** Number of the first subhalo of each group, and of all [groups+1]. */
  public int[] starts(int groups) {
    int[] start = new int[groups + 1];
    for (int s = 0; s < count(); s++) {
      start[(int) integer(SubhaloColumn.GROUP, s) + 1]++;
    }
    Arrays.parallelPrefix(start, Integer::sum);
    return start;
  }

  /**
   * The same rows by group and rank.
   *
   * @param firstGroup number that groups are counted from
   */
  public SubhaloTable sorted(long firstGroup) {
    int width = width(types);
    int[] order =
        IntStream.range(0, count())
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(s -> integer(SubhaloColumn.GROUP, s))
                    .thenComparingLong(s -> integer(SubhaloColumn.RANK, s)))
            .mapToInt(s -> s)
            .toArray();
    SubhaloTable sorted = new SubhaloTable(options, types, new long[rows.length]);
    for (int s = 0; s < order.length; s++) {
      System.arraycopy(rows, order[s] * width, sorted.rows, s * width, width);
      sorted.put(SubhaloColumn.GROUP, s, integer(SubhaloColumn.GROUP, order[s]) - firstGroup);
    }
    return sorted;
  }
}
