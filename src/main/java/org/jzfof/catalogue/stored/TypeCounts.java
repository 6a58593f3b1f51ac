package org.jzfof.catalogue.stored;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Numbers of members per particle type.
 *
 * @param counts number of members of each object and type [objects·types]
 */
public record TypeCounts(int types, long[] counts) {
  /**
   * @param counts number of members of each object and type
   * @param objects number of objects; there is no type if it is 0
   */
  public static TypeCounts of(long[] counts, int objects) {
    return new TypeCounts(objects == 0 ? 0 : counts.length / objects, counts);
  }

  /** Returns the number of members of one type of an object. */
  public long of(int object, int type) {
    return counts[object * types + type];
  }

  /** Returns the numbers of members of one type [objects]. */
  long[] ofType(int type) {
    return column(counts, types, type);
  }

  /** Returns one column of a table that is stored row by row. */
  static long[] column(long[] table, int columns, int column) {
    long[] values = new long[table.length / columns];
    Arrays.setAll(values, row -> table[row * columns + column]);
    return values;
  }

  /** Returns the types with members, increasing. */
  public int[] present() {
    return IntStream.range(0, types).filter(t -> Arrays.stream(ofType(t)).sum() > 0).toArray();
  }

  /**
   * Returns the first members of a type, where the members of an object stand type by type.
   *
   * @param start first member of each object
   */
  long[] firstOfType(long[] start, int type) {
    long[] first = start.clone();
    for (int object = 0; object < first.length; object++) {
      for (int t = 0; t < type; t++) {
        first[object] += of(object, t);
      }
    }
    return first;
  }
}
