package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.ranks.DistributedMeasurement;
import org.jzfof.subhalo.ranks.DistributedMembers;
import org.jzfof.subhalo.ranks.DistributedPotentials;
import org.jzfof.subhalo.ranks.DistributedUnbinding;

/** What is bound in sets that are spread over ranks, against the serial method. */
@OnBackends
class SharedSubhaloTest {
  private static final int[] RANKS = {1, 2, 3, 5, 8};
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  @Parameter private TestBackend on;

  /**
   * A set of some members of a group.
   *
   * @param free members of the set
   */
  private record Problem(
      OracleParticles all,
      double[] density,
      SubhaloPhysics physics,
      int[] free,
      PairsOrTree.Limits limits) {}

  /**
   * What a rank finds.
   *
   * @param members that are bound here
   * @param place of each
   * @param deepest member, where it is here
   */
  private record Found(
      int[] members,
      int[] place,
      int deepest,
      DistributedUnbinding.Bound bound,
      SubhaloTable measured) {}

  @Test
  void setsArePairByPairThoseOfTheSerialMethod() {
    check(new SplittableRandom(61), new PairsOrTree.Limits(Long.MAX_VALUE, 1, 90), 24);
  }

  @Test
  void setsAreByTreeThoseOfTheSerialMethod() {
    check(new SplittableRandom(62), new PairsOrTree.Limits(2000, 10, 70), 24);
  }

  private void check(SplittableRandom random, PairsOrTree.Limits limits, int sets) {
    int bound = 0;
    int unbound = 0;
    int none = 0;
    for (int c = 0; c < sets; c++) {
      Problem problem = problem(c, random, limits);
      int[] group = IntStream.range(0, problem.all.count()).toArray();
      OracleUnbinding.Bound expected =
          new OracleUnbinding(problem.all, problem.physics, group, limits).unbind(problem.free);
      bound += expected == null ? 0 : expected.members().length;
      unbound += expected == null ? 0 : problem.free.length - expected.members().length;
      none += expected == null ? 1 : 0;
      for (int ranks : new int[] {RANKS[c % RANKS.length], RANKS[(c + 2) % RANKS.length]}) {
        Spread spread = Spread.values()[random.nextInt(Spread.values().length)];
        int[][] part = spread.of(group.length, ranks, random);
        List<Found> found = ThreadRanks.run(ranks, comm -> find(problem, part, comm));
        judge("set " + c + ", " + ranks + " ranks, " + spread, problem, expected, found);
      }
    }
    assertTrue(bound > 100 * sets, bound + " bound");
    assertTrue(unbound > 10 * sets, unbound + " unbound");
    assertTrue(none > 0, "all are bound");
  }

  private static Problem problem(int c, SplittableRandom random, PairsOrTree.Limits limits) {
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % BOXES.size())), random);
    OracleParticles all = sets.particles(new int[] {200, 500, 700}[c / 3 % 3]);
    if (c % 4 == 1) {
      Arrays.setAll(all.place(), i -> i < 300 ? all.place()[i % 3] : all.place()[i]);
    }
    double[] heat = random.doubles(all.count(), 0, 1e-3).toArray();
    int most = c % 6 == 5 ? 25 : all.count();
    int[] free =
        IntStream.range(0, all.count())
            .filter(i -> random.nextInt(all.count()) < most && random.nextInt(10) > 0)
            .toArray();
    return new Problem(
        all.withThermal(heat), new double[all.count()], sets.physics(), free, limits);
  }

  private Found find(Problem problem, int[][] part, Communicator comm) {
    int[] own = part[comm.rank()];
    SubhaloMembers here = OracleMembers.withoutLinks(problem.all, problem.density, own);
    boolean[] isFree = new boolean[problem.all.count()];
    Arrays.stream(problem.free).forEach(i -> isFree[i] = true);
    int[] free = IntStream.range(0, own.length).filter(i -> isFree[own[i]]).toArray();
    try (Backend backend = on.open()) {
      DistributedPotentials.Kernels kernels =
          new DistributedPotentials.Kernels(
              backend.potentialSums(), backend.potential(), backend.memory(), problem.limits);
      DistributedMembers members = new DistributedMembers(comm, here);
      GroupUnits units = DistributedUnbinding.units(members, problem.physics);
      DistributedPotentials potentials = new DistributedPotentials(comm, kernels, here.masses());
      DistributedUnbinding.Bound bound =
          new DistributedUnbinding(members, problem.physics, units, potentials).find(free);
      assertEquals(0, backend.memory().used(), "device arrays left open");
      if (bound == null) {
        return new Found(new int[0], new int[0], -1, null, null);
      }
      SubhaloTable measured =
          new DistributedMeasurement(members, problem.physics, units).measure(bound);
      int deepest = bound.deepest().row();
      return new Found(
          Arrays.stream(bound.rows()).map(i -> own[i]).toArray(),
          bound.order().index(),
          deepest < 0 ? -1 : own[deepest],
          bound,
          measured);
    }
  }

  private static void judge(
      String name, Problem problem, OracleUnbinding.Bound expected, List<Found> found) {
    if (expected == null) {
      found.forEach(rank -> assertNull(rank.bound, name));
      return;
    }
    OracleParticles all = problem.all;
    int[] members = new int[expected.members().length];
    Arrays.fill(members, -1);
    for (Found rank : found) {
      for (int i = 0; i < rank.members.length; i++) {
        members[rank.place[i]] = rank.members[i];
      }
    }
    assertArrayEquals(expected.members(), members, name);
    int[] deepest = found.stream().mapToInt(Found::deepest).filter(i -> i >= 0).toArray();
    assertArrayEquals(new int[] {expected.deepest()}, deepest, name);
    long smallest =
        Arrays.stream(members).mapToObj(i -> all.id()[i]).min(Long::compareUnsigned).orElseThrow();
    int[] group = IntStream.range(0, all.count()).toArray();
    SubhaloTable properties =
        SerialJudge.expected(all, problem.physics, group, members, expected.deepest());
    for (Found rank : found) {
      assertEquals(members.length, Arrays.stream(rank.bound.order().start()).max().orElse(0), name);
      assertEquals(smallest, rank.bound.smallestId(), name);
      assertEquals(all.id()[expected.deepest()], rank.bound.deepest().id(), name);
      int at = 3 * expected.deepest();
      assertArrayEquals(
          Arrays.copyOfRange(all.place(), at, at + 3), rank.bound.deepest().position(), name);
      SerialJudge.checkProperties(name, properties, rank.measured);
    }
  }
}
