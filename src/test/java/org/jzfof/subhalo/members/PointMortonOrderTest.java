package org.jzfof.subhalo.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Morton;

class PointMortonOrderTest {
  /** Spread over the box, crowded in a corner of it, and many at few places. */
  @Test
  void membersAreInMortonOrder() {
    SplittableRandom random = new SplittableRandom(41);
    for (int shift : new int[] {0, 8, 25, 31}) {
      for (int n : new int[] {0, 1, 5, 40, 3000}) {
        int[] place = random.ints(3L * n).map(x -> x >> shift).toArray();
        long[] id = random.longs(n).toArray();
        PointMasses members = members(place, id);
        int[] expected =
            IntStream.range(0, n)
                .boxed()
                .sorted((a, b) -> compare(members, a, b))
                .mapToInt(i -> i)
                .toArray();
        int[] rows = Arrays.copyOf(shuffled(n, random), n + 3);
        assertArrayEquals(expected, PointMortonOrder.of(members, new MemberSelection(n, rows)));
        assertSame(expected, PointMortonOrder.of(members, new MemberSelection(n, expected)));
      }
    }
  }

  private static int compare(PointMasses members, int a, int b) {
    int[] p = members.position();
    if (Arrays.equals(p, 3 * a, 3 * a + 3, p, 3 * b, 3 * b + 3)) {
      return Long.compareUnsigned(members.id()[a], members.id()[b]);
    }
    boolean before =
        Morton.before(p[3 * a], p[3 * a + 1], p[3 * a + 2], p[3 * b], p[3 * b + 1], p[3 * b + 2]);
    return before ? -1 : 1;
  }

  private static int[] shuffled(int n, SplittableRandom random) {
    int[] rows = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int row = rows[i];
      rows[i] = rows[other];
      rows[other] = row;
    }
    assertEquals(n, Arrays.stream(rows).distinct().count());
    return rows;
  }

  private static PointMasses members(int[] place, long[] id) {
    return new PointMasses(FixedPoint.of(Box.periodic(1, 1, 1)), place, new double[id.length], id);
  }
}
