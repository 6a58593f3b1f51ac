package org.jzfof.hdf5.filters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.hdf5.library.Hdf5Exception;

class InflateTest {
  private static final int FROM = 3;
  private static final int TO = 5;

  /** Who undoes deflate. */
  enum By {
    JDK,
    LIBDEFLATE,
    ANY;

    BlockCodec codec() {
      assumeTrue(
          this != LIBDEFLATE || LibDeflate.isAvailable(),
          "no libdeflate, or built without a C++ compiler");
      return switch (this) {
        case JDK -> BlockCodec::inflateByJdk;
        case ANY -> BlockCodec::inflate;
        case LIBDEFLATE ->
            (data, from, length, target, to, count) ->
                assertTrue(LibDeflate.unpack(data, from, length, target, to, count, 1));
      };
    }
  }

  private static byte[] values(int n, int seed) {
    byte[] values = new byte[n];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < n; i++) {
      values[i] = (byte) random.nextInt(1 + i % 50);
    }
    return values;
  }

  /** Packed bytes from {@link #FROM} on, with others behind them. */
  private static byte[] packed(byte[] values, int level) {
    Deflater deflater = new Deflater(level);
    deflater.setInput(values);
    deflater.finish();
    byte[] packed = new byte[2 * values.length + 100];
    int n = deflater.deflate(packed, FROM, packed.length - FROM);
    deflater.end();
    return Arrays.copyOf(packed, FROM + n + 7);
  }

  private static int length(byte[] packed) {
    return packed.length - FROM - 7;
  }

  private static void requireSame(BlockCodec codec, byte[] values, int level) {
    byte[] packed = packed(values, level);
    byte[] target = new byte[TO + values.length + 2];
    codec.unpack(packed, FROM, length(packed), target, TO, values.length);
    assertArrayEquals(values, Arrays.copyOfRange(target, TO, TO + values.length));
    assertEquals(0, target[TO - 1] | target[TO + values.length]);
  }

  @ParameterizedTest
  @EnumSource
  void bytesComeBack(By by) {
    BlockCodec codec = by.codec();
    for (int n : new int[] {1, 2, 1000, 786_432, 5_000_001}) {
      for (int level : new int[] {0, 1, 6, 9}) {
        requireSame(codec, values(n, n + level), level);
      }
    }
  }

  /** Values of any width, and bytes behind the last one, come back as from two steps. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16, 1000})
  void shuffledValuesComeBack(int width) {
    for (int n : new int[] {0, 1, 7, 8, 1000, 65_539, 300_001}) {
      byte[] shuffled = values(n, n + width);
      byte[] expected = new byte[n];
      Shuffles.bytes(shuffled, 0, n, width, expected, 0);
      byte[] packed = packed(shuffled, 1);
      byte[] target = new byte[n];
      byte[] data = Arrays.copyOfRange(packed, FROM, packed.length);
      new Deflate().unpackShuffled(data, length(packed), width, target);
      assertArrayEquals(expected, target);
    }
  }

  @ParameterizedTest
  @EnumSource
  void threadsUnpackAtOnce(By by) {
    BlockCodec codec = by.codec();
    IntStream.range(0, 200).parallel().forEach(i -> requireSame(codec, values(500 * i + 1, i), 1));
  }

  /** Whoever undoes it refuses the same, with the words of the JDK. */
  @ParameterizedTest
  @EnumSource
  void damagedBytesAreRefused(By by) {
    by.codec();
    byte[] values = values(10_000, 4);
    byte[] whole = packed(values, 1);
    int length = length(whole);
    requireRefused(by, whole, length - 1, values.length);
    requireRefused(by, whole, length / 2, values.length);
    requireRefused(by, whole, 0, values.length);
    requireRefused(by, whole, length, values.length - 1);
    requireRefused(by, whole, length, values.length + 1);
    for (int at : new int[] {0, 1, 2, length / 2, length - 1}) {
      byte[] damaged = whole.clone();
      damaged[FROM + at] ^= 0x55;
      requireRefused(by, damaged, length, values.length);
    }
  }

  private static void requireRefused(By by, byte[] packed, int length, int count) {
    byte[] target = new byte[TO + count];
    if (by == By.LIBDEFLATE) {
      assertFalse(LibDeflate.unpack(packed, FROM, length, target, TO, count, 1));
      return;
    }
    String said =
        assertThrows(
                Hdf5Exception.class,
                () -> by.codec().unpack(packed, FROM, length, target, TO, count))
            .getMessage();
    String ofJdk =
        assertThrows(
                Hdf5Exception.class,
                () -> BlockCodec.inflateByJdk(packed, FROM, length, target, TO, count))
            .getMessage();
    assertEquals(ofJdk, said);
  }
}
