package org.jzfof.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelTableTest {
  private static Map<Long, Long> contents(LabelTable table) {
    Map<Long, Long> contents = new HashMap<>();
    table.forEach((point, label) -> assertEquals(null, contents.put(point, label)));
    return contents;
  }

  /** Points far apart, and many that agree in their lower bits. */
  @Test
  void keepsTheLowestLabelOfEveryPoint() {
    SplittableRandom random = new SplittableRandom(3);
    LabelTable table = new LabelTable();
    Map<Long, Long> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      if (i % 5000 == 100) {
        table.reserve(2 * i);
      }
      long point = random.nextBoolean() ? random.nextLong(1L << 55) : random.nextLong(500) << 40;
      long label = random.nextLong(1000);
      Long before = expected.get(point);
      assertEquals(before == null ? LabelTable.NONE : before, table.lower(point, label));
      expected.merge(point, label, Math::min);
      assertEquals(expected.get(point), table.get(point));
    }
    assertEquals(LabelTable.NONE, table.get(1L << 60));
    assertEquals(expected.size(), table.size());
    assertEquals(expected, contents(table));
  }
}
