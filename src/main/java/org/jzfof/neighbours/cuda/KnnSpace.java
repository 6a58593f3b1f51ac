package org.jzfof.neighbours.cuda;

import static java.lang.Double.doubleToRawLongBits;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.domain.Box;

/** The box of a search for nearest neighbours, in the structures of {@code knn_index.cuh}. */
public record KnnSpace(Box box) {
  /** Number of cells of the curve in each dimension. */
  static final int CELLS = 1 << 21;

  private static final int AXIS_FIELDS = 5;
  private static final double FLOAT_SLACK = 0x1p-21;
  private static final double DOUBLE_SLACK = 0x1p-39;

  /** Smallest scaled distance in an open box: its square is a normal float. */
  private static final double SMALLEST = 1e-18;

  private double longestSide() {
    return Math.max(box.size()[0], Math.max(box.size()[1], box.size()[2]));
  }

  /** Side of a dimension in which distances wrap, otherwise infinity. */
  private double period(int d) {
    return box.periodic() && box.size()[d] > 0 ? box.size()[d] : Double.POSITIVE_INFINITY;
  }

  /** Bit mask of the dimensions in which a periodic box is flat, which distances ignore. */
  public int flat() {
    int bits = 0;
    for (int d = 0; d < 3; d++) {
      bits |= box.periodic() && box.size()[d] == 0 ? 1 << d : 0;
    }
    return bits;
  }

  /**
   * The structure {@code CurveMap}.
   *
   * @param quantiles I64 [3m] words at which cells begin in each dimension, dimension after
   *     dimension, with m of at most {@link #CELLS}; null for cells of equal size in a cube around
   *     the box
   */
  long[] curveMap(DeviceArray quantiles) {
    double longest = longestSide();
    long[] map = new long[11];
    long words = quantiles == null ? 0 : quantiles.length() / 3;
    for (int d = 0; d < 3; d++) {
      map[d] = doubleToRawLongBits(box.lower()[d]);
      map[3 + d] = doubleToRawLongBits(period(d));
      map[7 + d] = quantiles == null ? 0 : CudaArray.address(quantiles) + d * words * Long.BYTES;
    }
    map[6] = doubleToRawLongBits(longest > 0 ? CELLS / longest : 0);
    map[10] = words;
    return map;
  }

  /** The fields of the structure {@code Space} for coordinates of a type. */
  public double[] fields(ElementType type) {
    double relative = type == ElementType.F32 ? FLOAT_SLACK : DOUBLE_SLACK;
    double[] fields = new double[3 * AXIS_FIELDS + 2];
    for (int d = 0; d < 3; d++) {
      double side = period(d);
      boolean wraps = side < Double.POSITIVE_INFINITY;
      fields[AXIS_FIELDS * d] = side;
      fields[AXIS_FIELDS * d + 1] = side / 2;
      fields[AXIS_FIELDS * d + 2] = wraps ? side * relative : 0;
      fields[AXIS_FIELDS * d + 3] = 1 / side;
      fields[AXIS_FIELDS * d + 4] = side - fields[AXIS_FIELDS * d + 2];
    }
    fields[3 * AXIS_FIELDS] = scale();
    fields[3 * AXIS_FIELDS + 1] = box.periodic() ? DOUBLE_SLACK : SMALLEST;
    return fields;
  }

  /**
   * The power of two that scales the longest side to between 1 and 2, within the range of floats.
   */
  double scale() {
    double longest = longestSide();
    int exponent = longest > 0 ? -Math.getExponent(longest) : 0;
    return Math.scalb(
        1.0, Math.max(-Float.MAX_EXPONENT + 1, Math.min(Float.MAX_EXPONENT, exponent)));
  }
}
