package org.jzfof.subhalo.potential;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.members.PointMortonOrder;

class MortonPiecesTest {
  private static final FixedPoint MAP = FixedPoint.of(Box.periodic(1, 1, 1));

  /** Points crowd in a corner, and some are in one place. */
  @Test
  void piecesAreTheLargestCellsWithFewPoints() {
    SplittableRandom random = new SplittableRandom(51);
    for (int most : new int[] {1, 7, 100, 1000}) {
      PointMasses points = points(600, random);
      int[] row = PointMortonOrder.of(points, rows(IntStream.range(0, 600).toArray()));
      int[] start = MortonPieces.starts(points, row, most, counts -> {});
      assertEquals(0, start[0]);
      assertEquals(row.length, start[start.length - 1]);
      for (int p = 0; p + 1 < start.length; p++) {
        assertTrue(start[p] < start[p + 1], "an empty piece");
        int[] piece = Arrays.copyOfRange(row, start[p], start[p + 1]);
        int bits = bitsOfPiece(points, row, piece[0], most);
        int[] cell = inCell(points, row, piece[0], bits);
        assertArrayEquals(cell, piece, "piece " + p + " of at most " + most);
      }
    }
  }

  /** Bits of the side of the largest cell about a point that has no more, or the smallest cell. */
  private static int bitsOfPiece(PointMasses points, int[] row, int of, int most) {
    int bits = Integer.SIZE;
    while (bits > 0 && inCell(points, row, of, bits).length > most) {
      bits--;
    }
    return bits;
  }

  private static int[] inCell(PointMasses points, int[] row, int of, int bits) {
    return Arrays.stream(row)
        .filter(
            i ->
                IntStream.range(0, 3)
                    .allMatch(
                        d ->
                            (points.position()[3 * i + d] & 0xffffffffL) >> bits
                                == (points.position()[3 * of + d] & 0xffffffffL) >> bits))
        .toArray();
  }

  @Test
  void ranksHaveTheSamePieces() {
    SplittableRandom random = new SplittableRandom(52);
    PointMasses points = points(3000, random);
    int[] rank = random.ints(3000, 0, 4).toArray(); // the last of 5 has none
    int[] all = PointMortonOrder.of(points, rows(IntStream.range(0, 3000).toArray()));
    int[] whole = MortonPieces.starts(points, all, 50, counts -> {});
    List<int[][]> parts =
        ThreadRanks.run(
            5,
            comm -> {
              int[] own = IntStream.range(0, 3000).filter(i -> rank[i] == comm.rank()).toArray();
              int[] row = PointMortonOrder.of(points, rows(own));
              int[] start = MortonPieces.starts(points, row, 50, comm::sum);
              return IntStream.range(0, start.length - 1)
                  .mapToObj(p -> Arrays.copyOfRange(row, start[p], start[p + 1]))
                  .toArray(int[][]::new);
            });
    for (int p = 0; p + 1 < whole.length; p++) {
      List<Integer> joined = new ArrayList<>();
      for (int[][] part : parts) {
        assertEquals(whole.length - 1, part.length);
        Arrays.stream(part[p]).forEach(joined::add);
      }
      int[] sorted = joined.stream().sorted().mapToInt(i -> i).toArray();
      int[] expected = Arrays.copyOfRange(all, whole[p], whole[p + 1]);
      Arrays.sort(expected);
      assertArrayEquals(expected, sorted, "piece " + p);
    }
  }

  private static MemberSelection rows(int[] some) {
    return new MemberSelection(some.length, some);
  }

  private static PointMasses points(int n, SplittableRandom random) {
    int[] place = new int[3 * n];
    for (int i = 0; i < n; i++) {
      int shift = i % 4 == 0 ? 0 : 12;
      for (int d = 0; d < 3; d++) {
        place[3 * i + d] = i % 5 == 1 && i > 5 && i < 500 ? place[d] : random.nextInt() >> shift;
      }
    }
    return new PointMasses(
        MAP, place, random.doubles(n, 0.1, 1).toArray(), random.longs(n).toArray());
  }
}
