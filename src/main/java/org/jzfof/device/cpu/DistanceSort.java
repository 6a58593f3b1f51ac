package org.jzfof.device.cpu;

/**
 * Sorts points by (distance, row): a sorting network sorts runs of points, an insertion sort orders
 * near ties, and a merge sort joins the runs.
 */
public final class DistanceSort {
  private static final int RUN = SortingNetwork.MAX_KEYS;

  private double[] distance = new double[RUN];
  private int[] row = new int[RUN];
  private double[] otherDistance = new double[RUN];
  private int[] otherRow = new int[RUN];
  private final long[] key = new long[RUN];
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
