package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jzfof.error.SnapshotException;

/** Search radii of the queries of a rank: one radius for all queries, or one radius per query. */
public final class QueryRadii {
  private final double common;
  private final double[] each;

  private QueryRadii(double common, double[] each) {
    this.common = common;
    this.each = each;
  }

  /** One radius for all queries. */
  public static QueryRadii same(double radius) {
    return new QueryRadii(radius, null);
  }

  /** Makes radii that differ between queries. */
  public static QueryRadii of(double[] radius) {
    return new QueryRadii(Double.NaN, radius);
  }

  /**
   * Checks radii.
   *
   * @param describe what the radius with an index is, for a message
   * @throws SnapshotException naming the first radius that is negative or not finite
   */
  public static void requireLengths(double[] radii, IntFunction<String> describe) {
    for (int i = 0; i < radii.length; i++) {
      if (!(radii[i] >= 0) || Double.isInfinite(radii[i])) {
        throw new SnapshotException(
            "%s is %s: a finite length of at least 0 is expected"
                .formatted(describe.apply(i), radii[i]));
      }
    }
  }

  /** Whether all queries of all ranks have one radius. */
  boolean isSame() {
    return each == null;
  }

  /**
   * The radius of a query.
   *
   * @param query index of the query on this rank
   */
  double of(long query) {
    return each == null ? common : each[(int) query];
  }

  /**
   * The radii of consecutive queries. The caller must not change the result, which is no copy if it
   * holds all radii.
   *
   * @param from index of the first query on this rank
   */
  public double[] between(long from, long count) {
    if (each != null && count == each.length) {
      return each;
    }
    if (each != null) {
      return Arrays.copyOfRange(each, (int) from, (int) (from + count));
    }
    double[] radius = new double[(int) count];
    Arrays.fill(radius, common);
    return radius;
  }
}
