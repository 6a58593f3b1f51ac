package org.jzfof.catalogue.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random numbers below limits around those of words, with a set of Java as the judge. */
class NumberSetTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 127, 128, 1000})
  void countsAsABitSetDoes(int limit) {
    Random random = new Random(limit);
    NumberSet set = new NumberSet(limit);
    BitSet judge = new BitSet();
    for (int i = 0; i < limit; i++) {
      if (random.nextInt(3) == 0 || i == limit - 1) {
        set.add(i);
        judge.set(i);
      }
    }
    assertEquals(judge.cardinality(), set.count());
    for (int i = 0; i <= limit; i++) {
      assertEquals(judge.get(0, i).cardinality(), set.below(i), "below " + i);
      if (i < limit) {
        assertEquals(judge.nextSetBit(i), set.next(i), "from " + i);
      }
    }
  }
}
