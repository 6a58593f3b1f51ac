package org.jzfof.domain;

import java.util.Arrays;

/**
 * One dimension of a box of which the empty stretches are left out. What is occupied keeps its
 * length; an empty stretch between becomes two margins. Distances between places with no such
 * stretch between them stay as they are, others stay above a margin, and none becomes longer,
 * except around the opening of a periodic side.
 *
 * <p>Places far from all that is occupied share the end of a margin. A periodic side is measured
 * from its longest empty stretch. Everything is a multiple of one unit away from where it was, so
 * that what lies on a grid of whole fractions of it stays there.
 *
 * @param origin place from which a periodic side is measured; 0 where it is open
 * @param period the periodic side, or infinity
 * @param margin length that is kept of an empty stretch on both of its ends
 * @param low where each occupied stretch begins, from the origin, increasing
 * @param length of each occupied stretch, and up to a unit more
 * @param place where each begins on this axis
 */
record CondensedAxis(
    double origin, double period, double margin, double[] low, double[] length, double[] place) {

  /** Occupied stretches [low, high], in order, as far from the origin of an axis. */
  record Stretches(double[] low, double[] high) {
    int count() {
      return low.length;
    }
  }

  /** How empty stretches become shorter. */
  record Shrinking(double margin, double unit) {
    /** The shortest empty stretch that can be left out. */
    double least() {
      return 2 * margin + unit;
    }

    double up(double length) {
      return Math.ceil(length / unit) * unit;
    }
  }

  /** A whole side. */
  static CondensedAxis whole(Box box, int d) {
    double period = box.periodic() ? box.size()[d] : Double.POSITIVE_INFINITY;
    double lower = box.periodic() ? 0 : box.lower()[d];
    return new CondensedAxis(
        0, period, 0, new double[] {lower}, new double[] {box.size()[d]}, new double[1]);
  }

  /**
   * The same dimension with shorter empty stretches.
   *
   * @param occupied all that is occupied, at least one stretch
   */
  CondensedAxis around(Stretches occupied, Shrinking shrinking) {
    if (Double.isInfinite(period)) {
      return joined(0, occupied, shrinking);
    }
    int opening = longestGapBefore(occupied);
    double gap = gapBefore(occupied, opening);
    if (!(gap > shrinking.least())) {
      return this;
    }
    double shift = occupied.low[opening] - shrinking.margin;
    double moved = origin + shift;
    return joined(
        moved - period * Math.floor(moved / period), turned(occupied, opening, shift), shrinking);
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

  /** The stretches around a periodic side from one of them on, measured from another place. */
  private Stretches turned(Stretches occupied, int first, double shift) {
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

  private CondensedAxis joined(double from, Stretches occupied, Shrinking shrinking) {
    int n = 0;
    double[] begin = new double[occupied.count()];
    double[] end = new double[occupied.count()];
    for (int i = 0; i < occupied.count(); i++) {
      if (n == 0 || occupied.low[i] - end[n - 1] > shrinking.least()) {
        begin[n++] = occupied.low[i];
      }
      end[n - 1] = occupied.high[i];
    }
    double[] lengths = new double[n];
    double[] places = new double[n];
    double next = shrinking.margin;
    for (int i = 0; i < n; i++) {
      places[i] = next;
      lengths[i] = shrinking.up(end[i] - begin[i]);
      next += lengths[i] + 2 * shrinking.margin;
    }
    return new CondensedAxis(
        from, period, shrinking.margin, Arrays.copyOf(begin, n), lengths, places);
  }

  /** Length of the axis. */
  double extent() {
    int last = place.length - 1;
    return place[last] + length[last] + margin;
  }

  /** Length of the longest stretch, with its margins. */
  double longest() {
    return Arrays.stream(length).max().orElseThrow() + 2 * margin;
  }

  /** A coordinate as far from the origin; inside [0, period) in a periodic side. */
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
   * The stretch that a place lies in, in a margin of, or behind; the first for a place before it.
   *
   * @param y as from {@link #fromOrigin}
   */
  int stretchOf(double y) {
    int next = Bisection.countBelow(low.length, i -> low[i] <= y);
    boolean inMargin = next < low.length && low[next] - y < margin;
    return Math.max(0, inMargin ? next : next - 1);
  }

  /** The place of a coordinate on this axis; NaN for NaN. */
  double condense(double x) {
    double y = fromOrigin(x);
    int i = stretchOf(y);
    return place[i] + Math.max(-margin, Math.min(y - low[i], length[i] + margin));
  }

  /** The coordinate that has a place on this axis; inside [0, period) in a periodic side. */
  double expand(double at) {
    int i = Math.max(0, Bisection.countBelow(place.length, j -> place[j] - margin <= at) - 1);
    double x = origin + low[i] + (at - place[i]);
    if (Double.isInfinite(period) || period == 0) {
      return x;
    }
    x -= period * Math.floor(x / period);
    return x < period ? x : 0;
  }
}
