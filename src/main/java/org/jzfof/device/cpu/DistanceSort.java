package org.jzfof.device.cpu;

/**
 * Sorts or selects points by (distance, row): a sorting network sorts runs of points, an insertion
 * sort orders near ties, and a merge sort joins the runs.
 */
public final class DistanceSort {
  private static final int RUN = SortingNetwork.MAX_KEYS;

  /** Number of limits that a selection tries; equal distances may have no limit between them. */
  private static final int MAX_TRIALS = 24;

  private double[] distance = new double[RUN];
  private int[] row = new int[RUN];
  private double[] otherDistance = new double[RUN];
  private int[] otherRow = new int[RUN];
  private final long[] key = new long[RUN];
  private long[] bits = new long[RUN]; // of the distances, for a loop that can be vectorised
  private int count;

  /** Starts with a new set of at most n points. */
  public void start(int n) {
    count = 0;
    if (n > distance.length) {
      distance = new double[2 * n];
      row = new int[2 * n];
      otherDistance = new double[2 * n];
      otherRow = new int[2 * n];
    }
  }

  /** Starts with n points, whose {@link #distance()} and {@link #row()} the caller fills in. */
  public void fill(int n) {
    start(n);
    count = n;
  }

  public void add(double pointSquare, int pointRow) {
    distance[count] = pointSquare;
    row[count++] = pointRow;
  }

  /** Replaces the squared distances by distances, and drops points beyond a limit. */
  public void root(double limit) {
    double[] distances = distance;
    int n = count;
    for (int i = 0; i < n; i++) {
      distances[i] = Math.sqrt(distances[i]);
    }
    if (limit < Double.POSITIVE_INFINITY) {
      count = 0;
      for (int i = 0; i < n; i++) {
        distance[count] = distance[i];
        row[count] = row[i];
        count += distance[i] <= limit ? 1 : 0;
      }
    }
  }

  public int count() {
    return count;
  }

  public double[] distance() {
    return distance;
  }

  public int[] row() {
    return row;
  }

  public void sort() {
    for (int from = 0; from < count; from += RUN) {
      sortRun(from, Math.min(count, from + RUN));
    }
    swapArrays();
    for (int length = RUN; length < count; length *= 2) {
      for (int from = 0; from < count; from += 2 * length) {
        merge(from, Math.min(count, from + length), Math.min(count, from + 2 * length));
      }
      swapArrays();
    }
  }

  /**
   * Moves the k nearest points to the front, in any order but for the farthest of them, which is
   * the last; drops the others.
   */
  public void select(int k) {
    double limit = count == k ? Double.POSITIVE_INFINITY : limitOf(k);
    if (limit < 0) {
      sort();
      count = Math.min(count, k);
      return;
    }
    int kept = 0;
    for (int i = 0; kept < k; i++) {
      distance[kept] = distance[i];
      row[kept] = row[i];
      kept += distance[i] <= limit ? 1 : 0;
    }
    count = k;
    int farthest = 0;
    for (int i = 1; i < count; i++) {
      farthest = before(distance[farthest], row[farthest], distance[i], row[i]) ? i : farthest;
    }
    double d = distance[farthest];
    int r = row[farthest];
    distance[farthest] = distance[count - 1];
    row[farthest] = row[count - 1];
    distance[count - 1] = d;
    row[count - 1] = r;
  }

  /**
   * Returns a limit within which exactly k points are, by interpolation between limits with fewer
   * and with more points, or a negative number if none is found soon. Points in a volume are as
   * many as the cube of their distance tells.
   */
  private double limitOf(int k) {
    bits = bits.length < count ? new long[distance.length] : bits;
    long[] all = bits;
    int n = count;
    long farthest = 0;
    for (int i = 0; i < n; i++) {
      all[i] = Double.doubleToRawLongBits(distance[i]);
      farthest = Math.max(farthest, all[i]);
    }
    double below = 0;
    double above = Double.longBitsToDouble(farthest);
    int countBelow = 0;
    int countAbove = n;
    for (int trial = 0; trial < MAX_TRIALS && n > k; trial++) {
      double part = (k + 0.5 - countBelow) / (countAbove - countBelow);
      // The root of a part p near 1 is about (1 + 2 p) / (2 + p).
      double guess = below + (above - below) * (trial == 0 ? (1 + 2 * part) / (2 + part) : part);
      int within = countWithin(guess);
      if (within == k) {
        return guess;
      }
      if (within < k) {
        below = guess;
        countBelow = within;
      } else {
        above = guess;
        countAbove = within;
      }
    }
    return -1;
  }

  /** Counts points without a branch, by the sign of a difference of positive numbers. */
  private int countWithin(double limit) {
    long limitBits = Double.doubleToRawLongBits(limit);
    long[] all = bits;
    int n = count;
    long beyond = 0;
    for (int i = 0; i < n; i++) {
      beyond += limitBits - all[i] >>> Long.SIZE - 1;
    }
    return n - (int) beyond;
  }

  private boolean before(double distanceA, int rowA, double distanceB, int rowB) {
    return distanceA < distanceB || distanceA == distanceB && rowA < rowB;
  }

  /**
   * Sorts a run by keys whose last bits hold the index in the run in place of those of the
   * distance. Insertion then orders points whose keys differ only in these bits.
   */
  private void sortRun(int from, int to) {
    int n = to - from;
    for (int i = 0; i < n; i++) {
      key[i] = Double.doubleToRawLongBits(distance[from + i]) & -RUN | i;
    }
    SortingNetwork.sort(key, n);
    for (int i = 0; i < n; i++) {
      int index = from + (int) (key[i] & RUN - 1);
      insert(distance[index], row[index], from, from + i);
    }
  }

  /** Inserts a point into the ordered part [from, end) of a run. */
  private void insert(double d, int r, int from, int end) {
    int j = end;
    while (j > from && before(d, r, otherDistance[j - 1], otherRow[j - 1])) {
      otherDistance[j] = otherDistance[j - 1];
      otherRow[j] = otherRow[j - 1];
      j--;
    }
    otherDistance[j] = d;
    otherRow[j] = r;
  }

  private void merge(int from, int middle, int to) {
    int a = from;
    int b = middle;
    for (int i = from; i < to; i++) {
      boolean first = b == to || a < middle && before(distance[a], row[a], distance[b], row[b]);
      int source = first ? a++ : b++;
      otherDistance[i] = distance[source];
      otherRow[i] = row[source];
    }
  }

  private void swapArrays() {
    double[] d = distance;
    distance = otherDistance;
    otherDistance = d;
    int[] r = row;
    row = otherRow;
    otherRow = r;
  }
}
