package org.jzfof.fof;

import java.util.Arrays;

/**
 * Labels of points, in an open-addressing hash table without removal. Points and labels are
 * non-negative.
 */
public final class LabelTable {
  /** Stands for no label. */
  public static final long NONE = -1;

  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private long[] points = empty(64);
  private long[] labels = new long[64];
  private int size;

  private static long[] empty(int capacity) {
    long[] slots = new long[capacity];
    Arrays.fill(slots, NONE);
    return slots;
  }

  /** Enlarges the table for {@code further} additional points. */
  public void reserve(int further) {
    long slots = 2L * size + 2L * further;
    if (slots > points.length) {
      moveTo((int) Math.min(1L << 30, 2 * Long.highestOneBit(slots)));
    }
  }

  /** Returns the number of points that have a label. */
  public int size() {
    return size;
  }

  /** Returns the label of a point, or {@link #NONE}. */
  public long get(long point) {
    int slot = slotOf(point);
    return points[slot] == NONE ? NONE : labels[slot];
  }

  /**
   * Sets the label of a point, unless the point has a lower label.
   *
   * @return previous label, or {@link #NONE}
   */
  public long lower(long point, long label) {
    int slot = slotOf(point);
    if (points[slot] != NONE) {
      long before = labels[slot];
      labels[slot] = Math.min(before, label);
      return before;
    }
    points[slot] = point;
    labels[slot] = label;
    size++;
    if (2 * size > points.length) {
      moveTo(2 * points.length);
    }
    return NONE;
  }

  private int slotOf(long point) {
    int mask = points.length - 1;
    int slot = (int) (point * SPREAD >>> 32) & mask;
    while (points[slot] != NONE && points[slot] != point) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void moveTo(int slots) {
    long[] oldPoints = points;
    long[] oldLabels = labels;
    points = empty(slots);
    labels = new long[points.length];
    for (int i = 0; i < oldPoints.length; i++) {
      if (oldPoints[i] != NONE) {
        int slot = slotOf(oldPoints[i]);
        points[slot] = oldPoints[i];
        labels[slot] = oldLabels[i];
      }
    }
  }

  /** Receives the points and their labels. */
  @FunctionalInterface
  public interface Visitor {

    void visit(long point, long label);
  }

  /** Visits every point, in an order that stays the same until a point is added. */
  public void forEach(Visitor visitor) {
    for (int slot = 0; slot < points.length; slot++) {
      if (points[slot] != NONE) {
        visitor.visit(points[slot], labels[slot]);
      }
    }
  }
}
