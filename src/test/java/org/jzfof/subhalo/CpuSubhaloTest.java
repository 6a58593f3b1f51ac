package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;

class CpuSubhaloTest extends SubhaloContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }

  /** All candidates are long and share out members and pairs, and groups come one by one. */
  @Test
  void longGroupsAreTheSame() {
    SplittableRandom random = new SplittableRandom(17);
    ClumpySets sets = new ClumpySets(FixedPoint.of(Box.periodic(1, 1, 1)), random);
    OracleParticles all = sets.particles(2000);
    double[] density = sets.density(all);
    int[][] groups = sets.groups(all.count(), 2);
    SubhaloMembers members = OracleMembers.of(all, density, groups);
    SubhaloPhysics physics = sets.physics();
    Loops parts =
        (n, grain, body) ->
            IntStream.range(0, (n + grain - 1) / grain)
                .parallel()
                .forEach(part -> body.run(part * grain, Math.min(n, (part + 1) * grain)));
    List<List<Subhalo>> whole = finder(Loops.SERIAL, 1 << 20, 1 << 20).find(members, physics);
    List<List<Subhalo>> shared = finder(parts, 1, 1).find(members, physics);
    List<List<Subhalo>> pool = finder(Loops.COMMON_POOL, 1 << 20, 1 << 20).find(members, physics);
    for (int g = 0; g < groups.length; g++) {
      new SerialJudge(all, density, physics, groups[g]).checkSubhaloes("long", shared.get(g));
      assertEquals(numbers(whole.get(g)), numbers(shared.get(g)));
      assertEquals(numbers(whole.get(g)), numbers(pool.get(g)));
    }
  }

  private static SubhaloFinder finder(Loops loops, int sideBySide, int longCandidate) {
    PotentialSumKernels kernels =
        (members, softening) -> new DirectSums(members, softening, loops, longCandidate);
    return new SubhaloFinder(kernels, loops, sideBySide, longCandidate);
  }

  private static List<List<Integer>> numbers(List<Subhalo> found) {
    return found.stream().map(s -> Arrays.stream(s.members()).boxed().toList()).toList();
  }
}
