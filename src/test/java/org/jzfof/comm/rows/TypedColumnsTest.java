package org.jzfof.comm.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypedColumnsTest {
  private static final int ROWS = 10_000;

  private final long[] id = new Random(1).longs(ROWS).toArray();
  private final double[] mass = new Random(2).doubles(ROWS).toArray();
  private final int[] place = new Random(3).ints(3 * ROWS).toArray();
  private final byte[] type = new byte[ROWS];

  TypedColumnsTest() {
    new Random(4).nextBytes(type);
  }

  private TypedColumns columns() {
    return new TypedColumns().longs(id, 1).ints(place, 3).bytes(type).doubles(mass, 1);
  }

  @Test
  void rowsAreStructures() {
    TypedColumns columns =
        new TypedColumns()
            .longs(new long[] {-2}, 1)
            .ints(new int[] {1, -1, -3}, 3)
            .bytes(new byte[] {5});
    assertEquals(24, columns.rowBytes());
    ByteBuffer row = ByteBuffer.allocate(24).order(ByteOrder.nativeOrder());
    row.putLong(-2).putInt(1).putInt(-1).putInt(-3).put((byte) 5);
    long[] words = new long[3];
    row.rewind().asLongBuffer().get(words);
    assertArrayEquals(words, columns.toWords(new int[] {0}));
  }

  /** Whatever the pieces are in which bytes are asked for and come. */
  @ParameterizedTest
  @ValueSource(ints = {8, 24, 40, 1000, 1 << 20})
  void bytesGoInPieces(int piece) {
    int[] rows = new Random(5).ints(6000, 0, ROWS).toArray();
    long[] moved = new long[ROWS];
    double[] masses = new double[ROWS];
    int[] places = new int[3 * ROWS];
    byte[] types = new byte[ROWS];
    TypedColumns from = new TypedColumns().longs(id, 1).doubles(mass, 1).ints(place, 3).bytes(type);
    TypedColumns to =
        new TypedColumns().longs(moved, 1).doubles(masses, 1).ints(places, 3).bytes(types);
    long all = (long) from.rowBytes() * rows.length;
    ByteBuffer buffer = ByteBuffer.allocateDirect(piece + 8).order(ByteOrder.nativeOrder());
    for (long at = 0; at < all; at += piece) {
      buffer.clear().position(8).limit(8 + (int) Math.min(piece, all - at));
      from.read(rows, at, buffer);
      assertEquals(0, buffer.remaining());
      to.write(rows, at, buffer.position(8));
      assertEquals(0, buffer.remaining());
    }
    for (int row : rows) {
      assertEquals(id[row], moved[row]);
      assertEquals(mass[row], masses[row]);
      assertEquals(type[row], types[row]);
      assertEquals(place[3 * row + 2], places[3 * row + 2]);
    }
    assertEquals(
        IntStream.of(rows).distinct().count(),
        IntStream.range(0, ROWS).filter(row -> masses[row] != 0).count());
  }

  @Test
  void wordsOfManyRowsComeBack() {
    int[] rows = IntStream.range(0, ROWS).map(i -> ROWS - 1 - i).toArray();
    TypedColumns from = new TypedColumns().doubles(mass, 1).ints(place, 3);
    double[] masses = new double[ROWS];
    int[] places = new int[3 * ROWS];
    new TypedColumns().doubles(masses, 1).ints(places, 3).fromWords(rows, from.toWords(rows));
    assertArrayEquals(mass, masses);
    assertArrayEquals(place, places);
  }

  @Test
  void valuesThatCouldBeTornAreRefused() {
    assertThrows(IllegalArgumentException.class, this::columns);
    TypedColumns three = new TypedColumns().ints(place, 3);
    assertThrows(IllegalArgumentException.class, () -> three.doubles(mass, 1));
  }
}
