package org.jzfof.neighbours.search;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.search.RadiusSearch.Lists;

/** Joins the lists that several ranks have sent for each query into one list, nearest first. */
final class ListJoin {
  private final long[] partStart;
  private final long[] start;
  private final int[] firstPart;
  private final int[] nextPart;
  private long[] next = new long[4];
  private int[] part = new int[4];

  /**
   * @param query query of each part; a query may have several parts, or none
   * @param partStart offset of each part, followed by the end of the last part
   * @param count number of neighbours of each query in all of its parts
   */
  ListJoin(int[] query, long[] partStart, long[] count) {
    this.partStart = partStart;
    this.start = ArrayParts.offsets(count);
    this.firstPart = new int[count.length];
    this.nextPart = new int[query.length];
    Arrays.fill(firstPart, -1);
    for (int part = query.length - 1; part >= 0; part--) {
      nextPart[part] = firstPart[query[part]];
      firstPart[query[part]] = part;
    }
  }

  /**
   * Offset of each part in the joined lists if the parts of a list come one after the other.
   *
   * @param query query of each part
   * @param partStart offset of each part, followed by the end of the last part
   * @param count number of neighbours of each query in all of its parts
   */
  static long[] offsets(int[] query, long[] partStart, long[] count) {
    long[] next = ArrayParts.offsets(count);
    long[] offset = new long[query.length];
    for (int part = 0; part < query.length; part++) {
      offset[part] = next[query[part]];
      next[query[part]] += partStart[part + 1] - partStart[part];
    }
    return offset;
  }

  /**
   * Joins the parts.
   *
   * @param parts I64 rows and F64 distances, each part sorted; closed
   */
  Lists join(Lists parts, HostMemory memory) {
    int pairs = Math.toIntExact(start[firstPart.length]);
    Lists joined =
        new Lists(memory.allocate(ElementType.I64, pairs), memory.allocate(ElementType.F64, pairs));
    for (int q = 0; q < firstPart.length; q++) {
      join(q, parts, joined);
    }
    parts.row().close();
    parts.distance().close();
    return joined;
  }

  private void join(int query, Lists parts, Lists joined) {
    int open = 0;
    for (int p = firstPart[query]; p >= 0; p = nextPart[p]) {
      if (open == part.length) {
        next = Arrays.copyOf(next, 2 * open);
        part = Arrays.copyOf(part, 2 * open);
      }
      next[open] = partStart[p];
      part[open++] = p;
    }
    for (long at = start[query]; at < start[query + 1]; at++) {
      int first = -1;
      for (int i = 0; i < open; i++) {
        boolean left = next[i] < partStart[part[i] + 1];
        if (left && (first < 0 || before(parts, (int) next[i], (int) next[first]))) {
          first = i;
        }
      }
      int from = (int) next[first]++;
      joined.row().set((int) at, parts.row().getLong(from));
      joined.distance().set((int) at, parts.distance().getDouble(from));
    }
  }

  private static boolean before(Lists lists, int i, int j) {
    double a = lists.distance().getDouble(i);
    double b = lists.distance().getDouble(j);
    return a < b || a == b && lists.row().getLong(i) < lists.row().getLong(j);
  }
}
