package org.jzfof.device.cpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A forest of pointers to parents, as a union-find structure for concurrent unions.
 *
 * <p>Only a root is ever compare-and-swapped, and only to a lower index; a point that is not a root
 * never becomes one again. So the shortcut that {@link #find} writes to a non-root, an ancestor of
 * it, is correct whatever other threads do, and the root of a finished group is its lowest index.
 */
public final class PointerForest {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

  private final int[] pointer;

  public PointerForest(int[] pointer) {
    this.pointer = pointer;
  }

  /** Returns the pointer of point i, a point of its group, at some time during the call. */
  public int parent(int i) {
    return (int) ELEMENT.getOpaque(pointer, i);
  }

  /** Returns the root of the group of point i at some time during the call. */
  public int find(int i) {
    int parent = (int) ELEMENT.getOpaque(pointer, i);
    while (parent != i) {
      int grandparent = (int) ELEMENT.getOpaque(pointer, parent);
      if (grandparent == parent) {
        return parent;
      }
      ELEMENT.setOpaque(pointer, i, grandparent);
      i = grandparent;
      parent = (int) ELEMENT.getOpaque(pointer, i);
    }
    return i;
  }

  /** Unites the groups of two points; returns false if the points already were in one group. */
  public boolean unite(int a, int b) {
    int low = find(a);
    int high = find(b);
    while (low != high) {
      if (low > high) {
        int t = low;
        low = high;
        high = t;
      }
      if (ELEMENT.compareAndSet(pointer, high, high, low)) {
        return true;
      }
      high = find(high);
    }
    return false;
  }
}
