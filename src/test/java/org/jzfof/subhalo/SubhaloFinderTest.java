package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.DirectSums;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.threads.Parallel;
import org.jzfof.threads.ParallelLoops;

/** A group found by one task or by several. */
@ExtendWith(ParallelLoops.class)
class SubhaloFinderTest {
  /** All candidates are long and share out members and pairs, and groups come one by one. */
  @Test
  void longGroupsAreTheSame() {
    SplittableRandom random = new SplittableRandom(17);
    ClumpySets sets = new ClumpySets(FixedPoint.of(Box.periodic(1, 1, 1)), random);
    OracleParticles all = sets.particles(2000);
    double[] density = sets.density(all);
    int[][] groups = sets.groups(all.count(), 2);
    SubhaloMembers members = OracleMembers.of(all, density, groups);
    List<SubhaloPhysics> physics = sets.physics(groups.length);
    SubhaloFinder together = finder(1 << 20, 1 << 20);
    List<List<Subhalo>> whole = Parallel.with(1, () -> together.find(members, physics));
    List<List<Subhalo>> shared = Parallel.with(5, () -> finder(1, 1).find(members, physics));
    List<List<Subhalo>> pool = Parallel.with(3, () -> together.find(members, physics));
    for (int g = 0; g < groups.length; g++) {
      new SerialJudge(all, density, physics.get(g), groups[g])
          .checkSubhaloes("long", shared.get(g));
      assertEquals(numbers(whole.get(g)), numbers(shared.get(g)));
      assertEquals(numbers(whole.get(g)), numbers(pool.get(g)));
    }
  }

  private static SubhaloFinder finder(int sideBySide, int longCandidate) {
    PotentialSumKernels kernels = members -> new DirectSums(members, longCandidate);
    return new SubhaloFinder(kernels, sideBySide, longCandidate);
  }

  private static List<List<Integer>> numbers(List<Subhalo> found) {
    return found.stream().map(s -> Arrays.stream(s.members()).boxed().toList()).toList();
  }
}
