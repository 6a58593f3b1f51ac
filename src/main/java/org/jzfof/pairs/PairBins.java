package org.jzfof.pairs;

import java.util.Arrays;

/**
 * Bins of pairs. A pair is in a bin if its distance, the rounded root of the rounded sum of the
 * squares of its differences in float64, is at least the lower edge and less than the upper one.
 * With a line of sight, each of these bins has several parts, by the difference along it.
 */
public final class PairBins {
  private final Separation separation;
  private final double[] edges;
  private final double[] squares;
  private final int parts;
  private final int axis;

  /**
   * @param edges edges of the bins, increasing and non-negative, in length units [bins + 1]
   * @param parts number of parts of each bin: 1 for R; for RPPI parts of pi, each of one length
   *     unit, from 0; for SMU parts of mu, from 0 to 1, of equal width
   * @param axis line of sight: 0, 1 or 2
   */
  public PairBins(Separation separation, double[] edges, int parts, int axis) {
    this.separation = separation;
    this.edges = edges.clone();
    this.squares = Arrays.stream(edges).map(PairBins::smallestSquare).toArray();
    this.parts = parts;
    this.axis = axis;
  }

  /** Returns the smallest number whose square root is at least the edge. */
  private static double smallestSquare(double edge) {
    if (!(edge >= 0)) {
      throw new IllegalArgumentException("an edge at " + edge);
    }
    double square = edge * edge;
    while (square > 0 && Math.sqrt(Math.nextDown(square)) >= edge) {
      square = Math.nextDown(square);
    }
    while (Math.sqrt(square) < edge) {
      square = Math.nextUp(square);
    }
    return square;
  }

  /** Returns the kind of separation by which pairs are binned. */
  public Separation separation() {
    return separation;
  }

  /** Returns the edges of the bins [bins + 1]. */
  public double[] edges() {
    return edges.clone();
  }

  /**
   * Returns the squared distances at which the bins begin, and at which the last one ends [bins +
   * 1].
   */
  public double[] squares() {
    return squares.clone();
  }

  /** Returns the number of bins of distance. */
  public int bins() {
    return edges.length - 1;
  }

  /** Returns the number of parts of each bin. */
  public int parts() {
    return parts;
  }

  /** Returns the number of counts, which are in the order of bins and parts. */
  public int count() {
    return bins() * parts;
  }

  /** Returns the axis of the line of sight. */
  public int axis() {
    return axis;
  }

  /** Returns the largest distance of a pair that counts, in the length unit of the bins. */
  public double largestDistance() {
    double last = edges[bins()];
    return separation == Separation.RPPI ? Math.hypot(last, parts) * (1 + 0x1p-40) : last;
  }

  /** Returns whether a point and itself count as a pair, which is then in the first bin. */
  public boolean holdSelf() {
    return edges[0] == 0;
  }

  /**
   * Returns the part of a bin of distance.
   *
   * @param along difference along the line of sight, at least 0
   * @return index of the part, -1 beyond the last
   */
  public int part(double square, double along) {
    return switch (separation) {
      case R -> 0;
      case RPPI -> along < parts ? (int) along : -1;
      case SMU -> square == 0 ? 0 : Math.min(parts - 1, (int) (along / Math.sqrt(square) * parts));
    };
  }

  /** Returns all parameters of the bins, for messages and fingerprints. */
  @Override
  public String toString() {
    return "%s of %s, %d parts along %s"
        .formatted(separation, Arrays.toString(edges), parts, "xyz".charAt(axis));
  }
}
