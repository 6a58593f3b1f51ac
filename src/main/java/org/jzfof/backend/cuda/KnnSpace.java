package org.jzfof.backend.cuda;

import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/** The box of a search for nearest neighbours, in the structures of {@code knn_index.cuh}. */
record KnnSpace(Box box) {
  private static final int KEY_BITS = 21;
  private static final int AXIS_FIELDS = 5;
  private static final double FLOAT_SLACK = 0x1p-21;
  private static final double DOUBLE_SLACK = 0x1p-39;

  /** Smallest scaled distance that counts where nothing wraps: its square is a normal float. */
  private static final double SMALLEST = 1e-18;

  private double longestSide() {
    return Math.max(box.size()[0], Math.max(box.size()[1], box.size()[2]));
  }

  /** Side of a dimension in which distances wrap, else infinity. */
  private double period(int d) {
    return box.periodic() && box.size()[d] > 0 ? box.size()[d] : Double.POSITIVE_INFINITY;
  }

  /** Bits of the dimensions that do not count: those in which a periodic box is flat. */
  int flat() {
    int bits = 0;
    for (int d = 0; d < 3; d++) {
      bits |= box.periodic() && box.size()[d] == 0 ? 1 << d : 0;
    }
    return bits;
  }

  /** The structure {@code CurveMap}: a cube of 2^21 cells per dimension around the box. */
  double[] curveMap() {
    double longest = longestSide();
    double[] lower = box.lower();
    return new double[] {
      lower[0],
      lower[1],
      lower[2],
      period(0),
      period(1),
      period(2),
      longest > 0 ? (1 << KEY_BITS) / longest : 0
    };
  }

  /** The fields of the structure {@code Space} for coordinates of a type. */
  double[] fields(ElementType type) {
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

  /** The power of two that brings the longest side between 1 and 2, within those of a float. */
  private double scale() {
    double longest = longestSide();
    int exponent = longest > 0 ? -Math.getExponent(longest) : 0;
    return Math.scalb(
        1.0, Math.max(-Float.MAX_EXPONENT + 1, Math.min(Float.MAX_EXPONENT, exponent)));
  }
}
