package org.jzfof.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.SpanningGroups;

/** Groups that span ranks; here one rank has all their parts. */
class SharedPropertiesTest {
  private static final long LARGE = 1L << 63;

  /** Groups 0 and 1 are parts of group 2, 3 is part of 4, and 5 and 6 are not kept. */
  private static SharedProperties properties() {
    SpanningGroups outside =
        SpanningGroups.of(Map.of(10, global(30), 20, global(30), 40, global(50), 60, global(70)));
    SharedGroups shared = SharedGroups.of(outside, new LocalCommunicator());
    int[] parts = shared.parts();
    int[] owned = shared.owned();
    int[] numbers = new int[parts.length + owned.length];
    for (int i = 0; i < numbers.length; i++) {
      int root = i < parts.length ? parts[i] : owned[i - parts.length];
      numbers[i] = root < 60 ? root / 10 - 1 : -1;
    }
    return new SharedProperties(numbers, shared);
  }

  private static long global(int index) {
    return GlobalIndex.of(0, index);
  }

  @Test
  void partsThatAreNotKeptAreLeftOut() {
    assertArrayEquals(new int[] {0, 1, 2, 3, 4}, properties().spanning());
    assertArrayEquals(new int[] {2, 4}, properties().owned());
  }

  /** A part has the smallest ID of the first group, the owner that of the second one. */
  @Test
  void allPartsGetTheReferenceWithTheSmallestId() {
    long[] id = {LARGE, 5, 6, LARGE + 1, LARGE};
    long[] references = new long[GroupReference.LONGS * id.length];
    for (int g = 0; g < id.length; g++) {
      new GroupReference(id[g], new int[] {g, -g, ~g}, new double[] {-g, g, 0.1}, g - 3, -7 * g)
          .put(references, g);
    }
    properties().mergeReferences(references);
    int[] best = {1, 1, 1, 4, 4};
    int[] largest = {2, 2, 2, 4, 4};
    int[] smallest = {0, 0, 0, 3, 3};
    for (int g = 0; g < id.length; g++) {
      GroupReference agreed = GroupReference.of(references, g);
      int b = best[g];
      assertArrayEquals(new long[] {id[b]}, new long[] {agreed.id()});
      assertArrayEquals(new int[] {b, -b, ~b}, agreed.position());
      assertArrayEquals(new double[] {-b, b, 0.1}, agreed.velocity());
      assertEquals(largest[g] - 3, agreed.massExponent());
      assertEquals(-7 * smallest[g], agreed.speedExponent());
    }
  }

  @Test
  void ownersGetTheSumsOfAllParts() {
    long[] sums = {LARGE, 1, LARGE, 2, 4, -9, -1, -1, 1, 0};
    properties().addParts(sums, 2);
    assertArrayEquals(new long[] {LARGE, 1, LARGE, 2, 4, -5, -1, -1, 0, 0}, sums);
  }

  @Test
  void ownersGetTheLargestOfAllParts() {
    double[] values = {3, 0, 1, 5, 7};
    properties().takeLargest(values);
    assertArrayEquals(new double[] {3, 0, 3, 5, 7}, values);
  }

  /** As a GPU has it: 64 bits of ID, three of 32, two of 16, three of 64. */
  @Test
  void layoutOfReferences() {
    long[] table = new long[2 * GroupReference.LONGS];
    new GroupReference(-2, new int[] {1, -1, -3}, new double[] {1, -0.0, 2}, -1022, 5)
        .put(table, 1);
    assertArrayEquals(
        new long[] {-2, 0xffffffff_00000001L, 0x0005_fc02_fffffffdL, 1023L << 52, LARGE, 1L << 62},
        Arrays.copyOfRange(table, 6, 12));
    assertArrayEquals(new long[6], Arrays.copyOf(table, 6));
    GroupReference back = GroupReference.of(table, 1);
    assertEquals(-2, back.id());
    assertArrayEquals(new int[] {1, -1, -3}, back.position());
    assertEquals(-1022, back.massExponent());
    assertEquals(5, back.speedExponent());
  }
}
