package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.MemoryException;
import org.jzfof.threads.ParallelLoops;

/** What memory does on every backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class MemoryTest {
  private static final int LARGE = 5_000_003;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, LARGE})
  void arraysComeBackAsTheyWent(int n) {
    int[] ints = IntStream.range(0, n).map(i -> i * 2654435).toArray();
    long[] longs = new SplittableRandom(n).longs(n).toArray();
    long before = memory().used();
    try (DeviceArray a = memory().upload(ints);
        DeviceArray b = memory().upload(longs)) {
      assertEquals(before + 12L * n, memory().used());
      assertArrayEquals(ints, memory().toInts(a));
      assertArrayEquals(longs, memory().toLongs(b));
    }
    assertEquals(before, memory().used());
  }

  @Test
  void partsOfArrays() {
    try (DeviceArray longs = memory().upload(new long[10]);
        DeviceArray floats = memory().upload(new float[8]);
        DeviceArray bytes = memory().allocate(ElementType.U8, 7);
        DeviceArray ints = memory().upload(new int[] {1, 2, 3, 4});
        DeviceArray copy = memory().allocate(ElementType.I64, 12)) {
      memory().write(longs, 3, new long[] {5, -6, 7}, 2);
      assertArrayEquals(new long[] {0, 0, 0, 5, -6, 0, 0, 0, 0, 0}, memory().toLongs(longs));
      memory().copy(longs, copy, 5);
      assertArrayEquals(new long[] {0, 0, 0, 5, -6}, Arrays.copyOf(memory().toLongs(copy), 5));
      memory().write(floats, 1, new float[] {1.5f, 2.5f}, 2);
      memory().fill(floats, 4, 6, -3.25);
      memory().fill(ints, 1, 3, -1);
      assertArrayEquals(new int[] {1, -1, -1, 4}, memory().toInts(ints));
      ByteBuffer values = ByteBuffer.allocate(20).order(ByteOrder.nativeOrder());
      memory().read(floats, 4, values);
      float[] read = new float[5];
      values.flip().asFloatBuffer().get(read);
      assertArrayEquals(new float[] {1.5f, 2.5f, 0, -3.25f, -3.25f}, read);
      memory().fill(bytes, 0, 7, 9);
      memory().write(bytes, 2, ByteBuffer.wrap(new byte[] {1, 2, 3}));
      ByteBuffer all = ByteBuffer.allocateDirect(7);
      memory().read(bytes, 0, all);
      byte[] seven = new byte[7];
      all.flip().get(seven);
      assertArrayEquals(new byte[] {9, 9, 1, 2, 3, 9, 9}, seven);
    }
  }

  @Test
  void columnsOfTables() {
    long[] table = LongStream.range(0, 5L * LARGE).toArray();
    long[] expected = new long[2 * LARGE];
    Arrays.setAll(expected, i -> 5L * (i / 2) + 2 + i % 2);
    try (DeviceArray array = memory().upload(table);
        DeviceArray columns = memory().columns(array, 5, 2, 2);
        DeviceArray all = memory().columns(array, 5, 0, 5);
        DeviceArray none = memory().columns(array, 5, 0, 0)) {
      assertArrayEquals(expected, memory().toLongs(columns));
      assertArrayEquals(table, memory().toLongs(all));
      assertEquals(0, none.length());
    }
  }

  /** Parts of all lengths, turned around; some have nothing. */
  @Test
  void partsInOtherPlaces() {
    long[] start = new long[1001];
    long[] place = new long[1000];
    for (int p = 0; p < place.length; p++) {
      start[p + 1] = start[p] + (p % 7 == 0 ? 0 : p == 500 ? LARGE : p % 40);
    }
    long[] values = LongStream.range(0, start[place.length]).map(i -> i * i - 5).toArray();
    long[] expected = new long[values.length];
    for (int p = 0; p < place.length; p++) {
      place[p] = values.length - start[p + 1];
      int count = (int) (start[p + 1] - start[p]);
      System.arraycopy(values, (int) start[p], expected, (int) place[p], count);
    }
    try (DeviceArray array = memory().upload(values);
        DeviceArray moved = memory().moveParts(array, start, place);
        DeviceArray nothing = memory().upload(new long[0]);
        DeviceArray none = memory().moveParts(nothing, new long[1], new long[0])) {
      assertArrayEquals(expected, memory().toLongs(moved));
      assertArrayEquals(values, memory().toLongs(array));
      assertEquals(0, none.length());
    }
  }

  @Test
  void rowsOfTables() {
    int[] table = IntStream.range(0, 3 * LARGE).toArray();
    int[] rows = {LARGE - 1, 0, 17, 17};
    try (DeviceArray array = memory().upload(table)) {
      int last = 3 * LARGE - 3;
      assertArrayEquals(
          new int[] {last, last + 1, last + 2, 0, 1, 2, 51, 52, 53, 51, 52, 53},
          memory().pick(array, 3, rows));
      assertArrayEquals(new int[0], memory().pick(array, 3, new int[0]));
      memory().put(array, new int[] {5, last}, new int[] {-1, -2});
      assertArrayEquals(new int[] {-1, -2, 6}, memory().pick(array, 1, new int[] {5, last, 6}));
    }
  }

  @Test
  void memoryThatThereIsNotIsRefusedWithNumbers() {
    long tooMuch = 1L << 46;
    MemoryException e =
        assertThrows(
            MemoryException.class, () -> memory().allocate(ElementType.F64, tooMuch).close());
    assertTrue(e.getMessage().matches("(?s).*\\d+.*: .*"), e.getMessage());
    assertEquals(0, memory().used());
  }

  @Test
  void peakIsTheMostThatWasInUse() {
    memory().resetPeak();
    DeviceArray a = memory().allocate(ElementType.I64, 1000);
    a.close();
    a.close();
    memory().allocate(ElementType.U8, 10).close();
    assertEquals(8000, memory().peak());
    memory().resetPeak();
    assertEquals(0, memory().peak());
  }

  @Test
  void oneValueFillsAnArray() {
    for (int count : new int[] {0, 1, 5000}) {
      double[] expected = new double[count];
      Arrays.fill(expected, -0.3);
      try (DeviceArray same = memory().uploadSame(-0.3, count)) {
        assertArrayEquals(expected, memory().toDoubles(same));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "5, 1", "1000, 100003", "4294967301, 1000", "-7, 20"})
  void consecutiveNumbers(long first, int count) {
    try (DeviceArray wide = memory().range(ElementType.I64, first, count);
        DeviceArray narrow = memory().range(ElementType.I32, (int) first, count)) {
      assertArrayEquals(LongStream.range(first, first + count).toArray(), memory().toLongs(wide));
      assertArrayEquals(
          IntStream.range((int) first, (int) first + count).toArray(), memory().toInts(narrow));
    }
  }

  @Test
  void partsBecomeOneArray() {
    List<DeviceArray> parts =
        List.of(
            memory().upload(new int[] {3, 1}),
            memory().upload(new int[0]),
            memory().upload(new int[] {4}));
    try (DeviceArray all = memory().join(ElementType.I32, parts);
        DeviceArray none = memory().join(ElementType.F64, List.of())) {
      assertArrayEquals(new int[] {3, 1, 4}, memory().toInts(all));
      assertEquals(0, none.length());
    }
  }
}
