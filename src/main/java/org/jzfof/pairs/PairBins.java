package org.jzfof.pairs;

import java.util.Arrays;

/**
 * Bins of pairs. A pair is in a bin when its distance, the rounded root of the rounded sum of the
 * squares of its differences in float64, is at least the lower edge and less than the upper one.
 * With a line of sight, each of these bins is made of several, by the difference along it.
 */
public final class PairBins {
  private final Separation separation;
  private final double[] edges;
  private final double[] squares;
  private final int parts;
  private final int axis;

  /**
   * @param separation what pairs are sorted by
   * @param edges of the bins, increasing, not negative, in length units [bins + 1]
   * @param parts of each bin: 1 for R; for RPPI those of pi, each of one length unit, from 0; for
   *     SMU those of mu, from 0 to 1, of equal width
   * @param axis 0, 1 or 2, the line of sight
   */
  public PairBins(Separation separation, double[] edges, int parts, int axis) {
    this.separation = separation;
    this.edges = edges.clone();
    this.squares = Arrays.stream(edges).map(PairBins::leastSquare).toArray();
    this.parts = parts;
    this.axis = axis;
  }

  /** The least number whose root is at least the edge. */
  private static double leastSquare(double edge) {
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

  /** What pairs are sorted by. */
  public Separation separation() {
    return separation;
  }

  /** Edges of the bins [bins + 1]. */
  public double[] edges() {
    return edges.clone();
  }

  /** Squares of distances at which the bins begin, and at which the last one ends [bins + 1]. */
  public double[] squares() {
    return squares.clone();
  }

  /** Bins of distance. */
  public int bins() {
    return edges.length - 1;
  }

  /** Parts of each bin. */
  public int parts() {
    return parts;
  }

  /** All counts: the parts of the first bin, of the second, and so on. */
  public int count() {
    return bins() * parts;
  }

  /** The line of sight. */
  public int axis() {
    return axis;
  }

  /** Largest distance of a pair that counts, in the length unit of the bins. */
  public double largestDistance() {
    double last = edges[bins()];
    return separation == Separation.RPPI ? Math.hypot(last, parts) * (1 + 0x1p-40) : last;
  }

  /** Whether a point and itself count as a pair, which is then in the first bin. */
  public boolean holdSelf() {
    return edges[0] == 0;
  }

  /**
   * The part of a bin of distance.
   *
   * @param square of the distance
   * @param along difference along the line of sight, at least 0
   * @return -1 beyond the last
   */
  public int part(double square, double along) {
    return switch (separation) {
      case R -> 0;
      case RPPI -> along < parts ? (int) along : -1;
      case SMU -> square == 0 ? 0 : Math.min(parts - 1, (int) (along / Math.sqrt(square) * parts));
    };
  }

  /** All that decides on bins, for people and fingerprints. */
  @Override
  public String toString() {
    return "%s of %s, %d parts along %s"
        .formatted(separation, Arrays.toString(edges), parts, "xyz".charAt(axis));
  }
}
