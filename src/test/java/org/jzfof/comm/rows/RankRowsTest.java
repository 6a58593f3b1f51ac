package org.jzfof.comm.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RankRowsTest {
  @Test
  void rowsOfARankStayInTheirOrder() {
    RankRows rows = RankRows.byRank(new int[] {2, 0, -1, 2, 3, 0, 2}, 5);
    assertArrayEquals(new int[] {1, 5, 0, 3, 6, 4}, rows.row());
    assertArrayEquals(new long[] {0, 2, 2, 5, 6, 6}, rows.start());
    assertEquals(3, rows.count(2));
  }

  @Test
  void noRows() {
    assertArrayEquals(new long[] {0, 0, 0}, RankRows.byRank(new int[] {-1, -1}, 2).start());
  }
}
