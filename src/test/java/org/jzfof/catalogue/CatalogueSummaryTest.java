package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.groups.GroupCatalogue;

/** Counts are those of all groups, columns those of the first ones. */
class CatalogueSummaryTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 10, 25})
  void firstGroupsAreListed(int groups) {
    GroupCatalogue all = Catalogues.random(groups, true, 3);
    for (int ranks : new int[] {1, 3}) {
      ThreadRanks.run(
          ranks,
          comm -> {
            check(all, CatalogueSummary.of(comm, Catalogues.ofRank(all, comm)));
            return null;
          });
    }
  }

  private static void check(GroupCatalogue all, CatalogueSummary summary) {
    int groups = all.groups();
    assertEquals(groups, summary.groups());
    assertEquals(groups, summary.withMass());
    assertEquals(Arrays.stream(all.sums().length()).sum(), summary.members());
    GroupCatalogue first = summary.largest();
    int n = Math.min(10, groups);
    int types = all.types();
    assertEquals(n, first.groups());
    assertEquals(types, first.types());
    assertEquals(0, first.memberIds().count());
    assertArrayEquals(Arrays.copyOf(all.sums().length(), n), first.sums().length());
    assertArrayEquals(Arrays.copyOf(all.sums().lengthType(), n * types), first.sums().lengthType());
    assertArrayEquals(Arrays.copyOf(all.sums().mass(), n), first.sums().mass());
    assertArrayEquals(Arrays.copyOf(all.sums().massType(), n * types), first.sums().massType());
    assertArrayEquals(Arrays.copyOf(all.sums().position(), 3 * n), first.sums().position());
    assertArrayEquals(Arrays.copyOf(all.sums().velocity(), 3 * n), first.sums().velocity());
    assertArrayEquals(Arrays.copyOf(all.sums().inertiaRadius(), n), first.sums().inertiaRadius());
    assertArrayEquals(
        Arrays.copyOf(all.sums().velocityDispersion(), n), first.sums().velocityDispersion());
    assertArrayEquals(
        Arrays.copyOf(all.sums().enclosingRadius(), n), first.sums().enclosingRadius());
  }
}
