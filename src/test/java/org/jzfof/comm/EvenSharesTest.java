package org.jzfof.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvenSharesTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 5", "1, 3", "7, 7", "8, 7", "13, 7", "1000, 3", "6, 1"})
  void partsFollowEachOtherAndDifferByOneRow(long total, int parts) {
    EvenShares shares = new EvenShares(total, parts);
    assertEquals(0, shares.start(0));
    assertEquals(total, shares.start(parts));
    for (int part = 0; part < parts; part++) {
      long count = shares.count(part);
      assertTrue(count == total / parts || count == total / parts + 1, "part " + part);
      for (long row = shares.start(part); row < shares.start(part + 1); row++) {
        assertEquals(part, shares.part(row));
      }
    }
  }
}
