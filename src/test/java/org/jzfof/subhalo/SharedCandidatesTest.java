package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.ranks.DistributedCandidates;
import org.jzfof.subhalo.ranks.DistributedMembers;

/** Candidates of groups that are spread over ranks, against those of one rank. */
class SharedCandidatesTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  private static final int[] LENGTHS = {15, 60, 900, 400};

  /** Serial links, checked elsewhere, and all spreads; some places and densities are shared. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void candidatesAreThoseOfOneRank(int ranks) {
    SplittableRandom random = new SplittableRandom(70 + ranks);
    int inner = 0;
    for (int c = 0; c < 24; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % BOXES.size())), random);
      OracleParticles all = sets.particles(LENGTHS[c / 3 % LENGTHS.length]);
      if (c % 5 == 1) {
        Arrays.setAll(all.place(), i -> i < 3 * 50 ? all.place()[i % 3] : all.place()[i]);
      }
      double[] density = sets.density(all);
      int[] group = IntStream.range(0, all.count()).toArray();
      SubhaloMembers whole = OracleMembers.of(all, density, new int[][] {group});
      SubhaloCandidates expected = SubhaloCandidates.of(DensityOrder.of(whole, 0));
      inner += expected.count() - 1;
      Spread spread = Spread.values()[c % Spread.values().length];
      int[][] part = spread.of(all.count(), ranks, random);
      List<DistributedCandidates> found =
          ThreadRanks.run(ranks, comm -> find(all, density, part[comm.rank()], comm));
      judge("set " + c + ", " + spread, expected, part, found);
    }
    assertTrue(inner > 30, inner + " candidates inside");
  }

  private static DistributedCandidates find(
      OracleParticles all, double[] density, int[] own, Communicator comm) {
    SubhaloMembers here = OracleMembers.withoutLinks(all, density, own);
    try (CpuBackend backend = new CpuBackend()) {
      return DistributedCandidates.of(new DistributedMembers(comm, here), backend.densities());
    }
  }

  private static void judge(
      String name, SubhaloCandidates expected, int[][] part, List<DistributedCandidates> found) {
    int[] chain = new int[expected.chain().length];
    Arrays.fill(chain, -1);
    for (int r = 0; r < part.length; r++) {
      CandidateRanges stretches = found.get(r).stretches();
      assertArrayEquals(expected.stretches().start(), stretches.start(), name);
      assertArrayEquals(expected.stretches().length(), stretches.length(), name);
      assertArrayEquals(expected.stretches().enclosing(), stretches.enclosing(), name);
      assertEquals(part[r].length, found.get(r).chainIndex().length, name);
      for (int i = 0; i < part[r].length; i++) {
        chain[found.get(r).chainIndex()[i]] = part[r][i];
      }
    }
    assertArrayEquals(expected.chain(), chain, name);
  }
}
