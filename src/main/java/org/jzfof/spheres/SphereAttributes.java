package org.jzfof.spheres;

import java.util.stream.IntStream;
import org.jzfof.comm.rows.TypedColumns;

/**
 * Data of spheres besides their centres and radii, which are sent with them.
 *
 * @param <T> type of the data
 */
public interface SphereAttributes<T extends SphereAttributes<T>> {
  /** Returns all columns, which have elements of 64 bits. */
  TypedColumns columns();

  /** Allocates attributes of the same kind for other spheres. */
  T like(int spheres);

  /** Returns the attributes of the spheres with given indices. */
  default T select(int... which) {
    T subset = like(which.length);
    int[] rows = IntStream.range(0, which.length).toArray();
    subset.columns().fromWords(rows, columns().toWords(which));
    return subset;
  }
}
