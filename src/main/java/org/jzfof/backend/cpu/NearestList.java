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
  private float[] square;
  private int[] place;
  private int count;
  private float limit;
  private double margin;

  NearestList(int k) {
    this.k = k;
    this.square = new float[2 * k + 64];
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
    }
    float[] to = square;
    int[] toPlace = place;
    float most = limit;
    int at = count;
    for (int i = 0; i < n; i++) {
      // Appended first and kept or not afterwards: no branch, so that none is mispredicted.
      float s = squares[i];
      to[at] = s;
      toPlace[at] = places[i];
      at += s <= most ? 1 : 0;
    }
    count = at;
  }

  /** Lowers the limit to the k nearest so far. */
  void tighten() {
    if (count < k) {
      return;
    }
    limit = Math.min(limit, widened(select()));
    int kept = k;
    for (int i = k; i < count; i++) {
      if (square[i] <= limit) {
        swap(i, kept++);
      }
    }
    count = kept;
  }

  /** The k-th smallest distance; brings it and the smaller ones to the front (quickselect). */
  private float select() {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      float pivot = square[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (square[i] < pivot) {
          i++;
        }
        while (square[j] > pivot) {
          j--;
        }
        if (i <= j) {
          swap(i++, j--);
        }
      }
      if (k - 1 <= j) {
        high = j;
      } else if (k - 1 >= i) {
        low = i;
      } else {
        break;
      }
    }
    return square[k - 1];
  }

  private void swap(int i, int j) {
    float s = square[i];
    square[i] = square[j];
    square[j] = s;
    int p = place[i];
    place[i] = place[j];
    place[j] = p;
  }
}
