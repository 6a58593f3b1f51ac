package org.jzfof.neighbours.cpu;

import java.util.Arrays;
import org.jzfof.domain.DistanceBatch;

/**
 * The points that may still be among the k nearest of a query, by approximate squared distances.
 * Points are appended in any order. From time to time the k-th smallest distance is selected and
 * points beyond it are dropped, so that the work per point does not grow with k.
 */
final class NearestList {
  private static final int MAX_GUESSES = 2;

  private static final int INFINITE = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private final int k;
  private final int surplus;
  private int[] square;
  private int[] point;
  private int count;
  private int limit;
  private int bound;
  private double error;

  NearestList(int k) {
    this.k = k;
    this.surplus = 1 + k / 4;
    this.square = new int[2 * k + 128];
    this.point = new int[square.length];
  }

  /**
   * Starts with a new query.
   *
   * @param reachSquare largest squared distance of neighbours
   * @param error largest error of any approximate distance
   */
  void start(double reachSquare, double error) {
    count = 0;
    this.error = error;
    limit = widen(reachSquare);
  }

  private int widen(double distanceSquare) {
    return Float.floatToRawIntBits((float) DistanceBatch.widened(distanceSquare, error));
  }

  /** Squared approximate distance beyond which no point is among the k nearest. */
  float limit() {
    return Float.intBitsToFloat(limit);
  }

  int count() {
    return count;
  }

  /** Indices of the points [count]. */
  int[] points() {
    return point;
  }

  /**
   * Adds those of n points that are within the limit. Without a limit yet, the points within {@code
   * guess}, or within a second guess, are added if they are enough.
   *
   * @param guess guess of the squared distance of the k-th nearest point
   */
  void add(float[] squares, int[] points, int n, float guess) {
    if (count + n > square.length) {
      int length = Math.max(2 * square.length, count + n);
      square = Arrays.copyOf(square, length);
      point = Arrays.copyOf(point, length);
    }
    if (limit == INFINITE && count == 0 && n > k + surplus) {
      bound = Float.floatToRawIntBits(guess);
      for (int guesses = 0; guesses < MAX_GUESSES; guesses++) {
        int guessed = bound;
        int limitBits = widen(Float.intBitsToFloat(guessed));
        addBranchless(squares, points, n, limitBits);
        int near = countWithin(guessed);
        bound = near < k || near > k + surplus ? improvedGuess(guessed, near) : guessed;
        if (near >= k) {
          limit = limitBits;
          return;
        }
      }
      count = 0;
    }
    addRare(squares, points, n, limit);
  }

  private void addBranchless(float[] squares, int[] points, int n, int limitBits) {
    int[] to = square;
    int[] toPoint = point;
    int at = 0;
    for (int i = 0; i < n; i++) {
      int s = Float.floatToRawIntBits(squares[i]);
      to[at] = s;
      toPoint[at] = points[i];
      at += s <= limitBits ? 1 : 0;
    }
    count = at;
  }

  private void addRare(float[] squares, int[] points, int n, int limitBits) {
    int[] to = square;
    int[] toPoint = point;
    int at = count;
    for (int i = 0; i < n; i++) {
      int s = Float.floatToRawIntBits(squares[i]);
      if (s <= limitBits) {
        to[at] = s;
        toPoint[at++] = points[i];
      }
    }
    count = at;
  }

  /** Squared distance that held k points at the last selection. */
  float bound() {
    return Float.intBitsToFloat(bound);
  }

  /** Lowers the limit so that it holds the k nearest points so far, or a few more. */
  void tighten() {
    if (count <= k + surplus) {
      return;
    }
    bound = boundOfNearest();
    limit = Math.min(limit, widen(Float.intBitsToFloat(bound)));
    int[] s = square;
    int[] p = point;
    int limitBits = limit;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int next = s[i];
      s[kept] = next;
      p[kept] = p[i];
      kept += next <= limitBits ? 1 : 0;
    }
    count = kept;
  }

  /**
   * Squared distance that holds k points or slightly more, found by repeated guesses and counts.
   */
  private int boundOfNearest() {
    int below = -1;
    int above = limit;
    int guess = bound;
    while (above - below > 1) {
      if (guess <= below || guess >= above) {
        guess = below + (above - below >>> 1);
      }
      int n = countWithin(guess);
      if (n < k) {
        below = guess;
      } else if (n > k + surplus) {
        above = guess;
      } else {
        return guess;
      }
      guess = improvedGuess(guess, n);
    }
    return above;
  }

  /**
   * Improves a guess that holds n points. The number of points is proportional to the volume of a
   * sphere, so that its squared radius is proportional to the power 2/3 of their number. For a
   * ratio r near 1, r^(2/3) is about (5 r + 1) / (r + 5).
   */
  private int improvedGuess(int guess, int n) {
    int targetCount = k + surplus / 2;
    float ratio = (float) (5 * targetCount + n) / (targetCount + 5 * n);
    return Float.floatToRawIntBits(Float.intBitsToFloat(guess) * ratio);
  }

  private int countWithin(int limitBits) {
    int[] s = square;
    int n = count;
    int beyond = 0;
    for (int i = 0; i < n; i++) {
      beyond += limitBits - s[i] >>> 31;
    }
    return n - beyond;
  }
}
