package org.jzfof.neighbours.cpu;

import java.util.Arrays;

/**
 * The points that may still be among the k nearest of a query, by approximate squared distances.
 * Points are appended as they come; now and then the k-th smallest distance is selected and those
 * beyond it are dropped, so that the work per point does not grow with k.
 */
final class NearestList {
  /** (a + b)² <= a² (1 + ε) + b² (1 + 1/ε), with ε = 2^-11 and room for roundings. */
  private static final double WIDER = 1 + 0x1p-10;

  private static final double MARGIN = 4 * 2050;

  private static final int TRIES = 2;

  private static final int INFINITE = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private final int k;
  private final int few;
  private int[] square;
  private int[] place;
  private int count;
  private int limit;
  private int bound;
  private double margin;

  NearestList(int k) {
    this.k = k;
    this.few = 1 + k / 4;
    this.square = new int[2 * k + 128];
    this.place = new int[square.length];
  }

  /**
   * Starts with a new query.
   *
   * @param reachSquare points beyond this squared distance are not wanted
   * @param error largest error of any approximate distance
   */
  void start(double reachSquare, double error) {
    count = 0;
    margin = MARGIN * error * error;
    limit = widened(reachSquare);
  }

  /** With two errors, one of the k-th nearest and one of the point to compare with it. */
  private int widened(double distanceSquare) {
    return Float.floatToRawIntBits((float) (distanceSquare * WIDER + margin));
  }

  /** Squared approximate distance beyond which no point is among the k nearest. */
  float limit() {
    return Float.intBitsToFloat(limit);
  }

  int count() {
    return count;
  }

  /** Places of the points [count]. */
  int[] places() {
    return place;
  }

  /**
   * Takes those of n points that are within the limit, or of the first ones those within a guess of
   * it, or of a second guess, if they are enough.
   *
   * @param guess squared distance
   */
  void add(float[] squares, int[] places, int n, float guess) {
    if (count + n > square.length) {
      int length = Math.max(2 * square.length, count + n);
      square = Arrays.copyOf(square, length);
      place = Arrays.copyOf(place, length);
    }
    if (limit == INFINITE && count == 0 && n > k + few) {
      bound = Float.floatToRawIntBits(guess);
      for (int tries = 0; tries < TRIES; tries++) {
        int close = bound;
        int most = widened(Float.intBitsToFloat(close));
        takeMany(squares, places, n, most);
        int near = within(close);
        bound = near < k || near > k + few ? better(close, near) : close;
        if (near >= k) {
          limit = most;
          return;
        }
      }
      count = 0;
    }
    takeFew(squares, places, n, limit);
  }

  private void takeMany(float[] squares, int[] places, int n, int most) {
    int[] to = square;
    int[] toPlace = place;
    int at = 0;
    for (int i = 0; i < n; i++) {
      int s = Float.floatToRawIntBits(squares[i]);
      to[at] = s;
      toPlace[at] = places[i];
      at += s <= most ? 1 : 0;
    }
    count = at;
  }

  private void takeFew(float[] squares, int[] places, int n, int most) {
    int[] to = square;
    int[] toPlace = place;
    int at = count;
    for (int i = 0; i < n; i++) {
      int s = Float.floatToRawIntBits(squares[i]);
      if (s <= most) {
        to[at] = s;
        toPlace[at++] = places[i];
      }
    }
    count = at;
  }

  /** Squared distance within which there were k points when last looked. */
  float bound() {
    return Float.intBitsToFloat(bound);
  }

  /** Lowers the limit to the k nearest so far, or a few more. */
  void tighten() {
    if (count <= k + few) {
      return;
    }
    bound = boundOfNearest();
    limit = Math.min(limit, widened(Float.intBitsToFloat(bound)));
    int[] s = square;
    int[] p = place;
    int most = limit;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int next = s[i];
      s[kept] = next;
      p[kept] = p[i];
      kept += next <= most ? 1 : 0;
    }
    count = kept;
  }

  /** A distance within which there are k points and hardly more: guesses and counts. */
  private int boundOfNearest() {
    int below = -1;
    int above = limit;
    int guess = bound;
    while (above - below > 1) {
      if (guess <= below || guess >= above) {
        guess = below + (above - below >>> 1);
      }
      int n = within(guess);
      if (n < k) {
        below = guess;
      } else if (n > k + few) {
        above = guess;
      } else {
        return guess;
      }
      guess = better(guess, n);
    }
    return above;
  }

  /**
   * A better guess where n points are within the last one. Their number being proportional to the
   * volume of a sphere, its square radius is to the power 2/3 of them, (5 r + 1) / (r + 5) at r
   * near 1.
   */
  private int better(int guess, int n) {
    int wanted = k + few / 2;
    float ratio = (float) (5 * wanted + n) / (wanted + 5 * n);
    return Float.floatToRawIntBits(Float.intBitsToFloat(guess) * ratio);
  }

  private int within(int most) {
    int[] s = square;
    int n = count;
    int beyond = 0;
    for (int i = 0; i < n; i++) {
      beyond += most - s[i] >>> 31;
    }
    return n - beyond;
  }
}
