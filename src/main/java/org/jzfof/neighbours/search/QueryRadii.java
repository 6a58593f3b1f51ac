package org.jzfof.neighbours.search;

import java.util.Arrays;

/** Search radii of the queries of a rank: one for all, or one for each. */
public final class QueryRadii {
  private final double one;
  private final double[] each;

  private QueryRadii(double one, double[] each) {
    this.one = one;
    this.each = each;
  }

  /** One radius for all queries. */
  public static QueryRadii same(double radius) {
    return new QueryRadii(radius, null);
  }

  /**
   * @param radius of each query of this rank
   */
  static QueryRadii of(double[] radius) {
    return new QueryRadii(Double.NaN, radius);
  }

  /** Whether all queries of all ranks have one radius. */
  boolean isSame() {
    return each == null;
  }

  /** The radius of a query, counted from the first of this rank. */
  double of(long query) {
    return each == null ? one : each[(int) query];
  }

  /**
   * The radii of consecutive queries, counted from the first of this rank; not to be changed, since
   * all of them are not copied.
   */
  public double[] between(long from, long count) {
    if (each != null && count == each.length) {
      return each;
    }
    if (each != null) {
      return Arrays.copyOfRange(each, (int) from, (int) (from + count));
    }
    double[] radius = new double[(int) count];
    Arrays.fill(radius, one);
    return radius;
  }
}
