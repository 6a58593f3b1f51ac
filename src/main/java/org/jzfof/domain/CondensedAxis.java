package org.jzfof.domain;

import java.util.Arrays;

/**
 * One dimension of a box without its empty stretches. An occupied stretch keeps its length; the
 * empty stretch between two occupied stretches becomes two margins. The distance of two positions
 * on the same stretch does not change. The distance of positions on different stretches stays above
 * a margin. No distance becomes longer, except around the opening of a periodic side.
 *
 * <p>Positions far from all occupied stretches share the end of a margin. A periodic side is
 * measured from its longest empty stretch. Every position moves by a multiple of one unit, so that
 * positions on a grid of integer fractions of the unit stay on that grid.
 *
 * @param origin coordinate from which a periodic side is measured; 0 if the box is open
 * @param period the periodic side, or infinity
 * @param margin length that remains of an empty stretch at each of its ends
 * @param low lower end of each occupied stretch, as a distance from the origin, increasing
 * @param length length of each occupied stretch, rounded up to the unit
 * @param start lower end of each occupied stretch on this axis
 */
record CondensedAxis(
    double origin, double period, double margin, double[] low, double[] length, double[] start) {

  /** Occupied stretches [low, high], in order, as distances from the origin of an axis. */
  record Stretches(double[] low, double[] high) {
    int count() {
      return low.length;
    }
  }

  /** The lengths by which empty stretches become shorter. */
  record Shrinking(double margin, double unit) {
    /** The shortest empty stretch that can be left out. */
    double minimum() {
      return 2 * margin + unit;
    }

    double roundUp(double length) {
      return Math.ceil(length / unit) * unit;
    }
  }

  /** The complete side of a box. */
  static CondensedAxis complete(Box box, int d) {
    double period = box.periodic() ? box.size()[d] : Double.POSITIVE_INFINITY;
    double lower = box.periodic() ? 0 : box.lower()[d];
    return new CondensedAxis(
        0, period, 0, new double[] {lower}, new double[] {box.size()[d]}, new double[1]);
  }

  /**
   * The same dimension with shorter empty stretches.
   *
   * @param occupied all occupied stretches, at least one
   */
  CondensedAxis shorten(Stretches occupied, Shrinking shrinking) {
    if (Double.isInfinite(period)) {
      return join(0, occupied, shrinking);
    }
    int opening = longestGapBefore(occupied);
    double gap = gapBefore(occupied, opening);
    if (!(gap > shrinking.minimum())) {
      return this;
    }
    double shift = occupied.low[opening] - shrinking.margin;
    double moved = origin + shift;
    return join(
        moved - period * Math.floor(moved / period), rotated(occupied, opening, shift), shrinking);
  }

  private double gapBefore(Stretches occupied, int i) {
    return i > 0
        ? occupied.low[i] - occupied.high[i - 1]
        : occupied.low[0] + period - occupied.high[occupied.count() - 1];
  }

  private int longestGapBefore(Stretches occupied) {
    int longest = 0;
    for (int i = 1; i < occupied.count(); i++) {
      longest = gapBefore(occupied, i) > gapBefore(occupied, longest) ? i : longest;
    }
    return longest;
  }

  /**
   * The stretches of a periodic side in the order from stretch {@code first} on, measured from an
   * origin that is {@code shift} farther.
   */
  private Stretches rotated(Stretches occupied, int first, double shift) {
    int n = occupied.count();
    double[] from = new double[n];
    double[] to = new double[n];
    for (int i = 0; i < n; i++) {
      int of = (first + i) % n;
      double turn = of < first ? period : 0;
      from[i] = occupied.low[of] - shift + turn;
      to[i] = occupied.high[of] - shift + turn;
    }
    return new Stretches(from, to);
  }

  private CondensedAxis join(double from, Stretches occupied, Shrinking shrinking) {
    int n = 0;
    double[] begin = new double[occupied.count()];
    double[] end = new double[occupied.count()];
    for (int i = 0; i < occupied.count(); i++) {
      if (n == 0 || occupied.low[i] - end[n - 1] > shrinking.minimum()) {
        begin[n++] = occupied.low[i];
      }
      end[n - 1] = occupied.high[i];
    }
    double[] lengths = new double[n];
    double[] starts = new double[n];
    double next = shrinking.margin;
    for (int i = 0; i < n; i++) {
      starts[i] = next;
      lengths[i] = shrinking.roundUp(end[i] - begin[i]);
      next += lengths[i] + 2 * shrinking.margin;
    }
    return new CondensedAxis(
        from, period, shrinking.margin, Arrays.copyOf(begin, n), lengths, starts);
  }

  /** Length of the axis. */
  double extent() {
    int last = start.length - 1;
    return start[last] + length[last] + margin;
  }

  /** Length of the longest stretch with its margins. */
  double longestStretch() {
    return Arrays.stream(length).max().orElseThrow() + 2 * margin;
  }

  /** Distance of a coordinate from the origin; inside [0, period) on a periodic side. */
  double fromOrigin(double x) {
    if (Double.isInfinite(period)) {
      return x;
    }
    if (period == 0) {
      return 0;
    }
    double y = x - origin;
    y -= period * Math.floor(y / period);
    return y < period ? y : 0;
  }

  /**
   * Index of the stretch that holds a position, has it in a margin, or ends before it; 0 for a
   * position before the first stretch.
   *
   * @param y position as returned by {@link #fromOrigin}
   */
  int stretchOf(double y) {
    int next = Bisection.countBelow(low.length, i -> low[i] <= y);
    boolean inMargin = next < low.length && low[next] - y < margin;
    return Math.max(0, inMargin ? next : next - 1);
  }

  /** Position of a coordinate on this axis; NaN for NaN. */
  double condense(double x) {
    double y = fromOrigin(x);
    int i = stretchOf(y);
    return start[i] + Math.max(-margin, Math.min(y - low[i], length[i] + margin));
  }

  /** Coordinate of a position on this axis; inside [0, period) on a periodic side. */
  double expand(double at) {
    int i = Math.max(0, Bisection.countBelow(start.length, j -> start[j] - margin <= at) - 1);
    double x = origin + low[i] + (at - start[i]);
    if (Double.isInfinite(period) || period == 0) {
      return x;
    }
    x -= period * Math.floor(x / period);
    return x < period ? x : 0;
  }
}
