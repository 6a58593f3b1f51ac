package org.jzfof.spheres;

import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.threads.Parallel;

/**
 * Spheres that include their surfaces.
 *
 * @param centre fixed-point coordinates [3n], interleaved
 * @param square largest {@link org.jzfof.fof.LinkCriterion#square} of a point inside [n], unsigned
 */
public record Spheres(int[] centre, long[] square) {
  /** Allocates {@code count} spheres. */
  static Spheres allocate(int count) {
    return new Spheres(new int[3 * count], new long[count]);
  }

  /** Appends the columns of the spheres to other columns. */
  TypedColumns columns(TypedColumns before) {
    return before.longs(square, 1).ints(centre, 3);
  }

  /** Returns the spheres with given indices. */
  public Spheres select(int... which) {
    Spheres subset = allocate(which.length);
    Parallel.forEach(
        which.length,
        Parallel.GRAIN,
        k -> {
          System.arraycopy(centre, 3 * which[k], subset.centre, 3 * k, 3);
          subset.square[k] = square[which[k]];
        });
    return subset;
  }

  /** Returns the number of spheres. */
  public int count() {
    return square.length;
  }
}
