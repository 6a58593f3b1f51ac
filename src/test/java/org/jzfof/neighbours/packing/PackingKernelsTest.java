package org.jzfof.neighbours.packing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.threads.ParallelLoops;

/** Packed lists, read by a decoder of this test, are the sorted lists, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class PackingKernelsTest {
  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  /** Decodes the numbers of a block one after the other, by the words of the user's page. */
  private static final class Decoder {
    private final byte[] bytes;
    private int at;

    Decoder(byte[] bytes, int at) {
      this.bytes = bytes;
      this.at = at;
    }

    long next() {
      long number = 0;
      long unit = 1;
      while (bytes[at] < 0) {
        number += unit * (bytes[at++] + 128);
        unit *= 128;
      }
      return number + unit * bytes[at++];
    }

    long[][] lists(int queries) {
      long[][] lists = new long[queries][];
      for (int q = 0; q < queries; q++) {
        lists[q] = new long[(int) next()];
      }
      long first = 0;
      for (long[] list : lists) {
        for (int i = 0; i < list.length; i++) {
          long number = next();
          if (i == 0) {
            first += number % 2 == 0 ? number / 2 : -(number + 1) / 2;
            list[0] = first;
          } else {
            list[i] = list[i - 1] + number;
          }
        }
      }
      return lists;
    }
  }

  private void check(long[][] lists, long rows, boolean wide, long self, int... blockStart) {
    long[] start = ArrayParts.offsets(lists.length, q -> lists[q].length);
    long[] all = Arrays.stream(lists).flatMapToLong(Arrays::stream).toArray();
    DeviceMemory memory = backend.memory();
    try (DeviceArray starts = memory.upload(start);
        DeviceArray row =
            wide
                ? memory.upload(all)
                : memory.upload(LongStream.of(all).mapToInt(r -> (int) r).toArray());
        PackedLists packed =
            backend.packing().pack(new PackingKernels.Lists(starts, row, rows, self), blockStart);
        HostColumn column = new HostMemory().fetch(memory, packed.bytes())) {
      byte[] bytes = new byte[column.length()];
      column.forEachBlock(column.type(), (at, part) -> part.get(bytes, at, part.remaining()));
      int from = 0;
      for (int b = 0; b + 1 < blockStart.length; b++) {
        int queries = blockStart[b + 1] - blockStart[b];
        Decoder decoder = new Decoder(bytes, from);
        long[][] found = decoder.lists(queries);
        long[][] read = PackedCode.lists(bytes, from, from + (int) packed.lengths()[b], queries);
        from += (int) packed.lengths()[b];
        assertEquals(from, decoder.at, "length of block " + b);
        for (int q = 0; q < queries; q++) {
          long of = blockStart[b] + q;
          long[] expected =
              LongStream.of(lists[(int) of])
                  .filter(r -> self < 0 || r != self + of)
                  .sorted()
                  .toArray();
          assertArrayEquals(expected, found[q], "query " + of);
          assertArrayEquals(expected, read[q], "query " + of);
        }
      }
      assertEquals(from, bytes.length);
    }
  }

  /** Different rows below a bound, in any order, near a middle. */
  private static long[] list(int length, long middle, long width, long rows, SplittableRandom r) {
    return LongStream.generate(() -> Math.floorMod(middle + r.nextLong(width) - width / 2, rows))
        .distinct()
        .limit(length)
        .toArray();
  }

  private static long[][] withSelf(long[][] lists, long self) {
    for (int q = 0; q < lists.length; q++) {
      long own = self + q;
      LongStream others = LongStream.of(lists[q]).filter(r -> r != own);
      lists[q] = LongStream.concat(others, LongStream.of(own)).toArray();
    }
    return lists;
  }

  @Test
  void randomLists() {
    SplittableRandom random = new SplittableRandom(11);
    for (int c = 0; c < 40; c++) {
      boolean wide = c % 2 == 1;
      long rows = wide && c % 4 == 1 ? 1L << 36 : 1 << random.nextInt(10, 31);
      long[][] lists = new long[random.nextInt(1, 300)][];
      for (int q = 0; q < lists.length; q++) {
        int length = random.nextInt(4) == 0 ? 0 : random.nextInt(random.nextInt(2, 400));
        long width = Math.min(rows, 1L << random.nextInt(10, 36));
        lists[q] =
            list(Math.min(length, (int) Math.min(width, 1 << 9) / 2), q, width, rows, random);
      }
      long self = c % 3 == 0 ? random.nextLong(rows - 300) : -1;
      int[] starts =
          IntStream.concat(IntStream.of(0, lists.length), random.ints(5, 0, lists.length))
              .distinct()
              .sorted()
              .toArray();
      check(self < 0 ? lists : withSelf(lists, self), rows, wide, self, starts);
    }
  }

  @Test
  void nothingAndNeighboursOfNone() {
    check(new long[0][], 10, false, -1, 0);
    check(new long[][] {{}}, 1, false, -1, 0, 1);
    check(new long[][] {{}, {}, {}}, 1, true, -1, 0, 2, 3);
    check(new long[][] {{0}}, 1, false, -1, 0, 1);
    check(new long[][] {{0}}, 1, false, 0, 0, 1); // alone, and left out
    check(new long[][] {{5}, {6}, {7}}, 8, true, 5, 0, 3);
  }

  @Test
  void listsOfThousands() {
    SplittableRandom random = new SplittableRandom(12);
    long[][] lists = {
      list(5000, 1 << 20, 1 << 21, 1 << 22, random),
      {},
      list(255, 9, 300, 1 << 22, random),
      list(256, 9, 300, 1 << 22, random),
      LongStream.range(0, 20_000).map(i -> 19_999 - i).toArray()
    };
    check(lists, 1 << 22, false, -1, 0, 1, 5);
    check(withSelf(lists, 3), 1 << 22, true, 3, 0, 4, 5);
  }

  /** Differences at each length of a number, to both sides. */
  @Test
  void numbersOfEveryLength() {
    long[][] lists = new long[74][];
    for (int bit = 0; bit < 37; bit++) {
      long far = 1L << bit;
      lists[2 * bit] = new long[] {far, 0, far + 1, far - 1 == 0 ? far + 2 : far - 1};
      lists[2 * bit + 1] = new long[] {(1L << 38) - far};
    }
    lists[0] = new long[] {1, 0};
    lists[2] = new long[] {2, 3, 0};
    check(lists, 1L << 38, true, -1, 0, 74);
  }
}
