package org.jzfof.backend.cpu;

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

  private final int k;
  private final int few;
  private float[] square;
  private float[] ranked;
  private int[] place;
  private int count;
  private float limit;
  private double margin;

  NearestList(int k) {
    this.k = k;
    this.few = 2 + k / 4;
    this.square = new float[2 * k + 128];
    this.ranked = new float[square.length];
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
  private float widened(double distanceSquare) {
    return (float) (distanceSquare * WIDER + margin);
  }

  /** Squared approximate distance beyond which no point is among the k nearest. */
  float limit() {
    return limit;
  }

  int count() {
    return count;
  }

  int place(int i) {
    return place[i];
  }

  /** Takes those of n points that are within the limit. */
  void add(float[] squares, int[] places, int n) {
    if (count + n > square.length) {
      int length = Math.max(2 * square.length, count + n);
      square = Arrays.copyOf(square, length);
      place = Arrays.copyOf(place, length);
      ranked = new float[length];
    }
    float[] to = square;
    int[] toPlace = place;
    float most = limit;
    int at = count;
    for (int i = 0; i < n; i++) {
      float s = squares[i];
      if (s <= most) {
        to[at] = s;
        toPlace[at++] = places[i];
      }
    }
    count = at;
  }

  /** Lowers the limit to the k nearest so far, or a few more. */
  void tighten() {
    if (count <= k + few) {
      return;
    }
    System.arraycopy(square, 0, ranked, 0, count);
    limit = Math.min(limit, widened(boundOfNearest()));
    int kept = 0;
    for (int i = 0; i < count; i++) {
      float s = square[i];
      square[kept] = s;
      place[kept] = place[i];
      kept += s <= limit ? 1 : 0;
    }
    count = kept;
  }

  /** A distance within which there are k points and hardly more (quickselect). */
  private float boundOfNearest() {
    int low = 0;
    int high = count;
    while (true) {
      float pivot = middle(ranked[low], ranked[(low + high) >>> 1], ranked[high - 1]);
      int below = partition(low, high, pivot, false);
      if (below >= k) {
        if (below <= k + few) {
          return pivot;
        }
        high = below;
      } else {
        low = partition(below, high, pivot, true);
        if (low >= k) {
          return pivot;
        }
      }
    }
  }

  /** Brings what is less than the pivot, or as much, to the front of a range. */
  private int partition(int low, int high, float pivot, boolean equal) {
    float[] r = ranked;
    float most = equal ? pivot : Math.nextDown(pivot);
    int front = low;
    for (int i = low; i < high; i++) {
      float s = r[i];
      r[i] = r[front];
      r[front] = s;
      front += s <= most ? 1 : 0;
    }
    return front;
  }

  private static float middle(float a, float b, float c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
