package org.jzfof.neighbours.cpu.index;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;

/**
 * A few neighbouring queries that are answered together, in a frame whose origin lies between them.
 * One object serves one group after another.
 */
public final class QueryGroup {
  public static final int MAX_QUERIES = 16;

  /** Distance in cells at which squared distances overflow a float in any case. */
  private static final double FAR = 1e30;

  private static final double FLOAT_ERROR = 0x1p-21;

  public final float[] x = new float[MAX_QUERIES];
  public final float[] y = new float[MAX_QUERIES];
  public final float[] z = new float[MAX_QUERIES];

  /** Fixed-point position of the origin [3]. */
  public final int[] origin = new int[3];

  /** Middle and half width of the box of the queries, in cells from the origin [3]. */
  public final double[] middle = new double[3];

  public final double[] half = new double[3];

  private final double[] farthest = new double[3];
  private final FixedPoint map;
  private final SearchUnits units;
  private int first;
  private int count;

  public QueryGroup(FixedPoint map, SearchUnits units) {
    this.map = map;
    this.units = units;
  }

  /**
   * Sets the queries of the group.
   *
   * @param from index of the first query
   * @param to one past the index of the last query, at most {@code from +} {@link #MAX_QUERIES}
   */
  public void set(SortedCoordinates queries, int from, int to) {
    first = from;
    count = to - from;
    RealArray xyz = new RealArray(queries.xyz());
    set(0, ints(queries.points().x()), xyz, x);
    set(1, ints(queries.points().y()), xyz, y);
    set(2, ints(queries.points().z()), xyz, z);
  }

  private void set(int d, int[] fixed, RealArray xyz, float[] frame) {
    int below = 0;
    int above = 0;
    for (int q = first + 1; q < first + count; q++) {
      below = Math.min(below, fixed[q] - fixed[first]);
      above = Math.max(above, fixed[q] - fixed[first]);
    }
    int shift = (int) ((long) below + above >> 1);
    origin[d] = fixed[first] + shift;
    double outside = map.farthest(fixed[first]) ? cellsOutside(d, xyz) : 0;
    middle[d] = 0.5 * ((double) below + above) - shift + outside;
    half[d] = 0.5 * ((double) above - below);
    farthest[d] = (Math.abs(middle[d]) + half[d]) * units.cell()[d];
    for (int q = 0; q < count; q++) {
      frame[q] = (float) ((fixed[first + q] - origin[d] + outside) * units.cell()[d]);
    }
  }

  /**
   * Number of cells between the fixed-point position of a query far outside the box, which is the
   * only one of its group, and its coordinate.
   */
  private double cellsOutside(int d, RealArray xyz) {
    double cells = xyz.get(3 * first + d) / map.cell()[d] - map.offset()[d] - origin[d];
    return Math.max(-FAR, Math.min(FAR, cells));
  }

  public int first() {
    return first;
  }

  public int count() {
    return count;
  }

  /**
   * Largest error of the distance of a query and a point not much farther than its neighbours.
   *
   * @param wrapping whether differences in the frame are wrapped around the box
   */
  public double error(boolean wrapping) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double scale = farthest[d] + (wrapping ? side(d) : 0);
      double e = units.slack()[d] + FLOAT_ERROR * scale;
      sum += e * e;
    }
    return Math.sqrt(sum);
  }

  /** Largest distance of a query from the origin along an axis, in units. */
  public double farthest(int d) {
    return farthest[d];
  }

  /** Side of the box in units; infinite if it is open. */
  public double side(int d) {
    return units.cell()[d] > 0 ? units.period() * units.cell()[d] : 0;
  }

  /** Whether a point within a distance of a query may be near it only around the box. */
  public boolean wraps(double distance) {
    boolean wraps = false;
    for (int d = 0; map.periodic() && d < 3; d++) {
      wraps |= side(d) > 0 && farthest[d] + distance >= 0.5 * side(d);
    }
    return wraps;
  }
}
