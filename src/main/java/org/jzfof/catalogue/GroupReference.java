package org.jzfof.catalogue;

/**
 * The member of a group about which the group is summed up: that with the smallest ID.
 *
 * <p>In a table of references it is a row of {@link #LONGS} longs, in which position and velocity
 * stand in 32 bits each; on a GPU the structure {@code Reference} of group_sums.cu.
 *
 * @param id its ID, unsigned
 * @param position its fixed-point position [3]
 * @param velocity its stored velocity [3]; zeros where there are no velocities
 */
public record GroupReference(long id, int[] position, float[] velocity) {
  /** Longs of a row. */
  public static final int LONGS = 4;

  /** The long of a row that is the ID. */
  public static final int ID = 0;

  /** The reference in a row of a table. */
  public static GroupReference of(long[] table, int row) {
    int[] position = new int[3];
    float[] velocity = new float[3];
    for (int d = 0; d < 3; d++) {
      position[d] = half(table, row, d);
      velocity[d] = Float.intBitsToFloat(half(table, row, 3 + d));
    }
    return new GroupReference(table[row * LONGS + ID], position, velocity);
  }

  private static int half(long[] table, int row, int k) {
    return (int) (table[row * LONGS + 1 + k / 2] >>> Integer.SIZE * (k % 2));
  }

  /** Writes a row of a table. */
  public void put(long[] table, int row) {
    table[row * LONGS + ID] = id;
    for (int k = 0; k < 6; k += 2) {
      table[row * LONGS + 1 + k / 2] =
          Integer.toUnsignedLong(half(k)) | (long) half(k + 1) << Integer.SIZE;
    }
  }

  private int half(int k) {
    return k < 3 ? position[k] : Float.floatToRawIntBits(velocity[k - 3]);
  }
}
