package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.snapshot.header.Units;
import org.jzfof.trees.MergerHistory.Branch;

/** Branches of random trees, held against what a branch is, halo by halo. */
class MergerHistoryTest {
  private static final int SNAPSHOTS = 9;
  private static final int ALL = 1000;

  /** Haloes of later snapshots first; some have a descendant two snapshots on, some none. */
  private static StoredTree random(long seed, int perSnapshot) {
    Random random = new Random(seed);
    int haloes = SNAPSHOTS * perSnapshot;
    int[] descendant = new int[haloes];
    int[] snapshot = new int[haloes];
    int[] main = new int[haloes];
    double[] mass = new double[haloes];
    Arrays.fill(main, -1);
    for (int h = 0; h < haloes; h++) {
      int back = h / perSnapshot;
      snapshot[h] = SNAPSHOTS - 1 - back;
      mass[h] = 1 + random.nextInt(50);
      int step = random.nextInt(5) == 0 ? 2 : 1;
      descendant[h] =
          back < step || h % perSnapshot > 0 && random.nextInt(9) == 0
              ? -1
              : (back - step) * perSnapshot
                  + (h % perSnapshot == 0
                      ? 0
                      : (int) (perSnapshot * Math.pow(random.nextDouble(), 3)));
      if (descendant[h] >= 0 && (main[descendant[h]] < 0 || random.nextBoolean())) {
        main[descendant[h]] = h;
      }
    }
    double[] time = IntStream.rangeClosed(1, SNAPSHOTS).mapToDouble(n -> 0.1 * n).toArray();
    Units units = new Units(1, 1, 1, true);
    return new StoredTree(0, descendant, main, snapshot, mass, time, 0, "group", units);
  }

  private static boolean leadsToRoot(StoredTree tree, int halo) {
    int at = halo;
    while (at > 0) {
      at = tree.descendant()[at];
    }
    return at == tree.root();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyHaloThatEndsInTheRootIsInOneBranch(long seed) {
    StoredTree tree = random(seed, 12);
    List<Branch> branches = MergerHistory.of(tree, ALL).branches();
    int[] found = branches.stream().flatMapToInt(b -> Arrays.stream(b.haloes())).sorted().toArray();
    int[] expected =
        IntStream.range(0, tree.mass().length).filter(h -> leadsToRoot(tree, h)).toArray();
    assertTrue(expected.length > 20, "a small tree: " + expected.length);
    assertArrayEquals(expected, found);
    for (int b = 0; b < branches.size(); b++) {
      Branch branch = branches.get(b);
      int[] haloes = branch.haloes();
      for (int i = 0; i < haloes.length; i++) {
        int earlier = i + 1 < haloes.length ? haloes[i + 1] : -1;
        assertEquals(earlier, tree.mainProgenitor()[haloes[i]]);
      }
      assertEquals(b == 0 ? -1 : tree.descendant()[haloes[0]], branch.merger());
      if (b > 0) {
        int into = branch.into();
        assertTrue(into < b && has(branches.get(into), branch.merger()));
        requireFree(tree, branches, b);
      }
    }
  }

  /** Branches between one and that into which it merges have ended by then. */
  private static void requireFree(StoredTree tree, List<Branch> branches, int b) {
    int merger = tree.snapshot()[branches.get(b).merger()];
    for (int between = branches.get(b).into() + 1; between < b; between++) {
      assertTrue(tree.snapshot()[branches.get(between).merger()] <= merger);
    }
  }

  private static boolean has(Branch branch, int halo) {
    return Arrays.stream(branch.haloes()).anyMatch(h -> h == halo);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 20})
  void theLargestAreKept(int most) {
    StoredTree tree = random(11, 14);
    MergerHistory all = MergerHistory.of(tree, ALL);
    MergerHistory some = MergerHistory.of(tree, most);
    assertEquals(all.branches().size(), some.all());
    assertEquals(1 + Math.min(most, all.all() - 1), some.branches().size());
    List<Double> dropped = new ArrayList<>();
    double least = Double.MAX_VALUE;
    for (Branch branch : all.branches()) {
      double largest = largestOfWhatEndsIn(tree, branch.haloes()[0]);
      boolean kept =
          some.branches().stream().anyMatch(b -> Arrays.equals(b.haloes(), branch.haloes()));
      if (kept) {
        least = Math.min(least, largest);
      } else {
        dropped.add(largest);
      }
    }
    double bound = least;
    assertTrue(dropped.stream().allMatch(d -> d <= bound), dropped + " " + bound);
    for (int b = 1; b < some.branches().size(); b++) {
      Branch branch = some.branches().get(b);
      assertTrue(has(some.branches().get(branch.into()), branch.merger()));
      requireFree(tree, some.branches(), b);
    }
  }

  private static double largestOfWhatEndsIn(StoredTree tree, int halo) {
    return IntStream.range(0, tree.mass().length)
        .filter(
            h -> {
              int at = h;
              while (at >= 0 && at != halo) {
                at = tree.descendant()[at];
              }
              return at == halo;
            })
        .mapToDouble(h -> tree.mass()[h])
        .max()
        .orElseThrow();
  }

  @Test
  void aHaloWithoutProgenitorsIsOneBranch() {
    StoredTree tree =
        new StoredTree(
            0,
            new int[] {-1},
            new int[] {-1},
            new int[] {0},
            new double[] {1},
            new double[] {1},
            0,
            "group",
            new Units(1, 1, 1, false));
    assertEquals(1, MergerHistory.of(tree, 5).branches().size());
  }
}
