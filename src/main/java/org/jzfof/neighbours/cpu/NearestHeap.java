package org.jzfof.neighbours.cpu;

/** A heap of the k nearest points so far by (distance, row), the farthest on top. */
public final class NearestHeap {
  private final double[] distance;
  private final int[] row;
  private final int[] point;
  private double searchRadius;
  private int count;

  public NearestHeap(int k) {
    this.distance = new double[k];
    this.row = new int[k];
    this.point = new int[k];
  }

  /**
   * Starts with a new query.
   *
   * @param limit largest distance of neighbours
   */
  public void start(double limit) {
    searchRadius = limit;
    count = 0;
  }

  public int count() {
    return count;
  }

  /** Distances in the order of the heap [count]. */
  public double[] distances() {
    return distance;
  }

  /** Rows in the order of the heap [count]. */
  public int[] rows() {
    return row;
  }

  /** Indices of the points in the order of the heap [count]. */
  int[] points() {
    return point;
  }

  /** Distance beyond which no point can be added. */
  public double bound() {
    return count < point.length ? searchRadius : distance[0];
  }

  /**
   * Whether a point is among the nearest so far.
   *
   * @param d distance of the point
   * @param r row of the point
   */
  public boolean accepts(double d, int r) {
    return count < point.length ? d <= searchRadius : before(d, r, distance[0], row[0]);
  }

  /**
   * Adds a point if it is among the nearest so far.
   *
   * @param d distance of the point
   * @param r row of the point
   * @param p index of the point
   */
  public void add(double d, int r, int p) {
    if (!accepts(d, r)) {
      return;
    }
    if (count < point.length) {
      int at = count++;
      while (at > 0 && before(distance[(at - 1) / 2], row[(at - 1) / 2], d, r)) {
        move((at - 1) / 2, at);
        at = (at - 1) / 2;
      }
      put(at, d, r, p);
    } else {
      sink(d, r, p);
    }
  }

  private void sink(double d, int r, int p) {
    int at = 0;
    int child = largerChild(at);
    while (child < count && before(d, r, distance[child], row[child])) {
      move(child, at);
      at = child;
      child = largerChild(at);
    }
    put(at, d, r, p);
  }

  private int largerChild(int at) {
    int left = 2 * at + 1;
    int right = left + 1;
    return right < count && before(distance[left], row[left], distance[right], row[right])
        ? right
        : left;
  }

  private void move(int from, int to) {
    put(to, distance[from], row[from], point[from]);
  }

  private void put(int at, double d, int r, int p) {
    distance[at] = d;
    row[at] = r;
    point[at] = p;
  }

  private static boolean before(double distanceA, int rowA, double distanceB, int rowB) {
    return distanceA < distanceB || distanceA == distanceB && rowA < rowB;
  }
}
