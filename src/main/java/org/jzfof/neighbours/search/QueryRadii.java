package org.jzfof.neighbours.search;

import java.util.Arrays;

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
  static QueryRadii of(double[] radius) {
    return new QueryRadii(Double.NaN, radius);
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
