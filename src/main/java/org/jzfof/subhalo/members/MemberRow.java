package org.jzfof.subhalo.members;

import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;

/** The columns of a member as longs that travel between ranks. */
public final class MemberRow {
  /**
   * Longs of a member: place in two, type in the second, velocity, mass, ID, density, thermal
   * energy.
   */
  public static final int LONGS = 9;

  private static final int VELOCITY = 2;
  private static final int MASS = 5;
  private static final int ID = 6;
  private static final int DENSITY = 7;
  private static final int THERMAL = 8;

  private MemberRow() {}

  /** Room for members, without links. */
  public static SubhaloMembers allocate(FixedPoint map, int[] start, int types) {
    int count = start[start.length - 1];
    return new SubhaloMembers(
        map,
        start,
        new int[3 * count],
        new double[3 * count],
        new double[count],
        new double[count],
        new long[count],
        new byte[count],
        types,
        new double[count],
        new int[2 * count]);
  }

  /** Rows of members to send. */
  public static long[] of(SubhaloMembers members) {
    int count = members.start()[members.groups()];
    long[] rows = new long[Math.multiplyExact(LONGS, count)];
    IntStream.range(0, count).parallel().forEach(i -> write(members, i, rows, LONGS * i));
    return rows;
  }

  /** Rows of some members to send. */
  public static long[] of(SubhaloMembers members, MemberRows some) {
    long[] rows = new long[Math.multiplyExact(LONGS, some.count())];
    Loops.indices(some.count()).forEach(i -> write(members, some.row()[i], rows, LONGS * i));
    return rows;
  }

  private static void write(SubhaloMembers members, int i, long[] rows, int at) {
    int[] place = members.place();
    rows[at] = (long) place[3 * i] << Integer.SIZE | place[3 * i + 1] & 0xffffffffL;
    rows[at + 1] = (long) place[3 * i + 2] << Integer.SIZE | members.type()[i];
    for (int d = 0; d < 3; d++) {
      rows[at + VELOCITY + d] = Double.doubleToRawLongBits(members.velocity()[3 * i + d]);
    }
    rows[at + MASS] = Double.doubleToRawLongBits(members.mass()[i]);
    rows[at + ID] = members.id()[i];
    rows[at + DENSITY] = Double.doubleToRawLongBits(members.density()[i]);
    rows[at + THERMAL] = Double.doubleToRawLongBits(members.thermal()[i]);
  }

  /** Reads a member into a place of columns. */
  public static void read(long[] rows, int row, SubhaloMembers members, int i) {
    int at = LONGS * row;
    members.place()[3 * i] = (int) (rows[at] >> Integer.SIZE);
    members.place()[3 * i + 1] = (int) rows[at];
    members.place()[3 * i + 2] = (int) (rows[at + 1] >> Integer.SIZE);
    members.type()[i] = (byte) rows[at + 1];
    for (int d = 0; d < 3; d++) {
      members.velocity()[3 * i + d] = Double.longBitsToDouble(rows[at + VELOCITY + d]);
    }
    members.mass()[i] = Double.longBitsToDouble(rows[at + MASS]);
    members.id()[i] = rows[at + ID];
    members.density()[i] = Double.longBitsToDouble(rows[at + DENSITY]);
    members.thermal()[i] = Double.longBitsToDouble(rows[at + THERMAL]);
  }
}
