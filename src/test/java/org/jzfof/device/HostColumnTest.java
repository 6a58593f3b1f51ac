package org.jzfof.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostColumnTest {
  private final HostMemory memory = new HostMemory();

  private static HostColumn random(ElementType type, int length, HostMemory memory) {
    HostColumn array = memory.allocate(type, length);
    SplittableRandom random = new SplittableRandom(length);
    ByteBuffer bytes = array.bytes();
    for (int i = 0; i < bytes.limit(); i++) {
      bytes.put(i, (byte) random.nextInt());
    }
    return array;
  }

  /** Parts of odd lengths at odd places, several of them in a message. */
  @ParameterizedTest
  @EnumSource
  void aMessageBringsEveryBit(ElementType type) {
    HostColumn whole = random(type, 20, memory);
    for (int length : new int[] {0, 1, 2, 7, 8}) {
      List<HostColumn> parts = new ArrayList<>();
      int words = 0;
      for (int from = 0; from + length <= whole.length(); from += 5) {
        parts.add(whole.part(from, length));
        words += HostColumn.words(type, length);
      }
      LongBuffer message = LongBuffer.allocate(words);
      parts.forEach(part -> part.pack(message));
      assertEquals(0, message.remaining());
      message.flip();
      for (HostColumn part : parts) {
        HostColumn copy = memory.allocate(type, length);
        copy.unpack(message);
        assertEquals(part.bytes(), copy.bytes());
      }
      assertEquals(0, message.remaining());
    }
  }

  @Test
  void narrowNumbersBecomeWide() {
    HostColumn rows = memory.allocate(ElementType.I32, 4);
    int[] values = {5, -1, Integer.MAX_VALUE, 0};
    rows.bytes().duplicate().order(rows.bytes().order()).asIntBuffer().put(values);
    assertArrayEquals(new long[] {5, -1, Integer.MAX_VALUE, 0}, HostColumns.longs(rows));
    assertArrayEquals(
        new long[] {Integer.MAX_VALUE, 0}, HostColumns.longs(as(ElementType.I64, rows.part(2, 2))));
    HostColumn distances = memory.allocate(ElementType.F32, 1);
    distances.set(0, 0.1);
    assertEquals(0.1f, distances.getDouble(0));
  }

  @Test
  void memoryIsUsedAgainWhenItFitsAndNotBefore() {
    HostColumn large = memory.allocate(ElementType.I64, 100);
    HostColumn small = memory.allocate(ElementType.F32, 10);
    ByteBuffer ofLarge = large.bytes();
    ByteBuffer ofSmall = small.bytes();
    large.part(3, 5).close(); // belongs to the other
    assertNotSame(ofLarge, memory.allocate(ElementType.I64, 90).bytes());
    large.close();
    large.close();
    small.close();
    assertSame(ofSmall, memory.allocate(ElementType.I32, 9).bytes());
    HostColumn again = memory.allocate(ElementType.F64, 90);
    assertSame(ofLarge, again.bytes());
    assertEquals(90, HostColumns.doubles(again).length);
    assertNotSame(ofLarge, memory.allocate(ElementType.F64, 90).bytes());
  }

  @Test
  void memoryOfAllSizesDoesNotPileUp() {
    SplittableRandom random = new SplittableRandom(7);
    Set<ByteBuffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int round = 1; round <= 100; round++) {
      HostColumn growing = memory.allocate(ElementType.I64, round);
      HostColumn any = memory.allocate(ElementType.F32, 1 + random.nextInt(300));
      seen.add(growing.bytes());
      seen.add(any.bytes());
      growing.close();
      any.close();
    }
    long used =
        IntStream.range(0, 9)
            .mapToObj(i -> memory.allocate(ElementType.I32, 1).bytes())
            .filter(seen::contains)
            .count();
    assertEquals(2, used, "of " + seen.size() + " pieces of memory");
  }

  /** Lengths around the blocks in which elements are passed. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1 << 17, (1 << 18) + 3})
  void elementsArePassedInOtherTypes(int length) {
    SplittableRandom random = new SplittableRandom(length);
    long[] longs = random.longs(length, Integer.MIN_VALUE, 1L << 31).toArray();
    double[] doubles = random.doubles(length, -1e9, 1e9).toArray();
    HostColumn wide = HostColumns.of(longs);
    HostColumn real = HostColumns.of(doubles);
    assertArrayEquals(longs, HostColumns.longs(as(ElementType.I64, wide)));
    HostColumn narrow = as(ElementType.I32, wide);
    assertArrayEquals(longs, HostColumns.longs(narrow));
    assertArrayEquals(longs, HostColumns.longs(as(ElementType.I64, narrow)));
    HostColumn rounded = as(ElementType.F32, real);
    double[] expected = IntStream.range(0, length).mapToDouble(i -> (float) doubles[i]).toArray();
    assertArrayEquals(expected, HostColumns.doubles(rounded));
    assertArrayEquals(expected, HostColumns.doubles(as(ElementType.F64, rounded)));
  }

  private HostColumn as(ElementType type, HostColumn column) {
    HostColumn all = memory.allocate(type, column.length());
    column.forEachBlock(
        type, (first, bytes) -> all.bytes().duplicate().position(first * type.bytes()).put(bytes));
    return all;
  }

  @Test
  void elementsAreLeftOut() {
    HostColumn column = memory.allocate(ElementType.I64, 9);
    column.put(10, 11, 12, 13, 14, 15, 16, 17, 18);
    for (int[] removed :
        new int[][] {{}, {0}, {8}, {0, 1, 8}, {3, 4, 6}, IntStream.range(0, 9).toArray()}) {
      long[] expected =
          IntStream.range(0, 9)
              .filter(i -> IntStream.of(removed).noneMatch(r -> r == i))
              .mapToLong(i -> 10 + i)
              .toArray();
      assertArrayEquals(expected, HostColumns.longs(column.without(removed, memory)));
    }
  }
}
