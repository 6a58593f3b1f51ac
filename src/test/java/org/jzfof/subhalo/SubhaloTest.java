package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.links.MemberLinks;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.threads.ParallelLoops;

/** Subhaloes against those of the serial method, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class SubhaloTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  /** Most potentials are those of trees. */
  private static final PairsOrTree.Limits TREES = new PairsOrTree.Limits(2000, 10, 70);

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  /** Finds subhaloes of groups, on the device or by the host. */
  @FunctionalInterface
  private interface Search {
    List<List<Subhalo>> find(SubhaloMembers members, List<SubhaloPhysics> physics);
  }

  private Search kernels() {
    return kernels(PairsOrTree.Limits.STANDARD);
  }

  private Search kernels(PairsOrTree.Limits limits) {
    return new DeviceSubhaloes(backend, limits)::find;
  }

  /** What the sets had, so that they test what they should. */
  private static final class Seen {
    private int subhaloes;
    private int inOthers;
    private int unbound;
    private int equalDensities;
  }

  @Test
  void allNumbersAreThoseOfTheSerialMethod() {
    SplittableRandom random = new SplittableRandom(12);
    Seen seen = new Seen();
    for (int c = 0; c < 240; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % BOXES.size())), random);
      OracleParticles all = sets.particles(new int[] {60, 200, 500, 700}[c / 3 % 4]);
      double[] density = sets.density(all);
      int[][] groups = sets.groups(all.count(), 1 + random.nextInt(3));
      List<SubhaloPhysics> physics = sets.physics(groups.length);
      List<List<Subhalo>> found = kernels().find(OracleMembers.of(all, density, groups), physics);
      assertEquals(groups.length, found.size());
      for (int g = 0; g < groups.length; g++) {
        String name = "set " + c + " group " + g;
        SerialJudge judge = new SerialJudge(all, density, physics.get(g), groups[g]);
        judge.checkAll(name, found.get(g));
        count(seen, found.get(g), groups[g].length);
      }
      seen.equalDensities += all.count() - (int) Arrays.stream(density).distinct().count();
    }
    assertTrue(seen.subhaloes > 400, seen.subhaloes + " subhaloes");
    assertTrue(seen.inOthers > 20, seen.inOthers + " in others");
    assertTrue(seen.unbound > 5000, seen.unbound + " unbound");
    assertTrue(seen.equalDensities > 5000, seen.equalDensities + " equal densities");
  }

  @Test
  void largeSetsAreThoseOfTheSerialMethodByTree() {
    checkLargeSets(byTree(TREES), TREES);
  }

  @Test
  void largeSetsOfTheDeviceAreThoseOfTheSerialMethodByTree() {
    checkLargeSets(kernels(TREES), TREES);
  }

  private static void checkLargeSets(Search finder, PairsOrTree.Limits limits) {
    SplittableRandom random = new SplittableRandom(18);
    Seen seen = new Seen();
    for (int c = 0; c < 60; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % BOXES.size())), random);
      OracleParticles all = sets.particles(new int[] {200, 500, 700}[c / 3 % 3]);
      double[] density = sets.density(all);
      int[][] groups = sets.groups(all.count(), 1 + random.nextInt(2));
      List<SubhaloPhysics> physics = sets.physics(groups.length);
      List<List<Subhalo>> found = finder.find(OracleMembers.of(all, density, groups), physics);
      for (int g = 0; g < groups.length; g++) {
        new SerialJudge(all, density, physics.get(g), groups[g], limits)
            .checkSubhaloes("set " + c + " group " + g, found.get(g));
        count(seen, found.get(g), groups[g].length);
      }
    }
    assertTrue(seen.subhaloes > 100, seen.subhaloes + " subhaloes");
    assertTrue(seen.unbound > 1000, seen.unbound + " unbound");
  }

  private SubhaloFinder finder(PairsOrTree.Limits limits) {
    return new SubhaloFinder(
        PairsOrTree.kernels(
            backend.potentialSums(), backend.potential(), backend.memory(), limits));
  }

  private Search byTree(PairsOrTree.Limits limits) {
    return finder(limits)::find;
  }

  /**
   * Groups for which blocks have more threads, with more members that are not bound than a block
   * has room to compare, and with more pairs than a block sums up.
   */
  @Test
  void longGroupsOfTheDeviceAreThoseOfTheHost() {
    SplittableRandom random = new SplittableRandom(19);
    int c = 0;
    for (int count : new int[] {1900, 4000, 9000}) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c++)), random);
      OracleParticles all = sets.particles(count);
      Arrays.setAll(all.velocity(), i -> 3 * all.velocity()[i]);
      double[] density = sets.density(all);
      SubhaloMembers members =
          OracleMembers.withoutLinks(all, density, IntStream.range(0, count).toArray());
      int[] denser =
          new MemberLinks()
              .denser(
                  members.map(),
                  members.start(),
                  members.position(),
                  members.id(),
                  members.density());
      System.arraycopy(denser, 0, members.denser(), 0, denser.length);
      List<SubhaloPhysics> physics = sets.physics(1);
      List<Subhalo> expected = finder(PairsOrTree.Limits.STANDARD).find(members, physics).get(0);
      List<Subhalo> found = kernels().find(members, physics).get(0);
      assertEquals(expected.size(), found.size());
      assertTrue(expected.size() > 3, expected.size() + " subhaloes");
      for (int s = 0; s < expected.size(); s++) {
        String name = count + " members, subhalo " + s;
        assertArrayEquals(
            SerialJudge.byType(members.type(), expected.get(s).members()),
            found.get(s).members(),
            name);
        assertEquals(expected.get(s).deepest(), found.get(s).deepest(), name);
        assertEquals(expected.get(s).parent(), found.get(s).parent(), name);
        SerialJudge.checkProperties(name, expected.get(s).properties(), found.get(s).properties());
      }
    }
  }

  private static void count(Seen seen, List<Subhalo> found, int members) {
    seen.subhaloes += found.size();
    seen.inOthers += (int) found.stream().filter(s -> s.parent() > 0).count();
    seen.unbound += members - found.stream().mapToInt(s -> s.members().length).sum();
  }

  @Test
  void theOrderOfMembersIsOfNoConsequence() {
    checkOtherOrders(kernels());
  }

  @Test
  void theOrderOfMembersIsOfNoConsequenceForTrees() {
    checkOtherOrders(byTree(TREES));
    checkOtherOrders(kernels(TREES));
  }

  /** By IDs: places in the group are others. */
  private static void checkOtherOrders(Search kernels) {
    SplittableRandom random = new SplittableRandom(13);
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(0)), random);
    OracleParticles all = sets.particles(1500);
    double[] density = sets.density(all);
    int[][] groups = sets.groups(all.count(), 3);
    List<SubhaloPhysics> physics = sets.physics(groups.length);
    SubhaloMembers members = OracleMembers.of(all, density, groups);
    List<List<Subhalo>> found = kernels.find(members, physics);
    int[][] turned = new int[groups.length][];
    Arrays.setAll(turned, g -> reversed(groups[groups.length - 1 - g]));
    SubhaloMembers others = OracleMembers.of(all, density, turned);
    List<SubhaloPhysics> reversed = new ArrayList<>(physics);
    Collections.reverse(reversed);
    List<List<Subhalo>> again = kernels.find(others, reversed);
    for (int g = 0; g < groups.length; g++) {
      List<Subhalo> one = found.get(g);
      List<Subhalo> other = again.get(groups.length - 1 - g);
      assertEquals(one.size(), other.size());
      for (int s = 0; s < one.size(); s++) {
        assertArrayEquals(
            ids(members, g, one.get(s)), ids(others, groups.length - 1 - g, other.get(s)));
        assertEquals(one.get(s).parent(), other.get(s).parent());
        SerialJudge.checkProperties("turned", one.get(s).properties(), other.get(s).properties());
      }
    }
  }

  private static int[] reversed(int[] some) {
    return IntStream.range(0, some.length).map(i -> some[some.length - 1 - i]).toArray();
  }

  private static long[] ids(SubhaloMembers members, int group, Subhalo subhalo) {
    int start = members.start()[group];
    return Arrays.stream(subhalo.members()).mapToLong(m -> members.id()[start + m]).toArray();
  }

  @Test
  void groupsThatAreTooShortHaveNone() {
    SplittableRandom random = new SplittableRandom(14);
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(0)), random);
    OracleParticles all = sets.particles(40);
    double[] density = sets.density(all);
    int[][] groups = {
      {}, {3}, IntStream.range(10, 29).toArray(), IntStream.range(29, 40).toArray()
    };
    List<List<Subhalo>> found =
        kernels().find(OracleMembers.of(all, density, groups), sets.physics(groups.length));
    assertEquals(List.of(List.of(), List.of(), List.of(), List.of()), found);
  }

  @Test
  void oddGroups() {
    checkOddGroups(kernels(), PairsOrTree.Limits.STANDARD);
  }

  @Test
  void oddGroupsByTree() {
    PairsOrTree.Limits limits = new PairsOrTree.Limits(500, 10, 50);
    checkOddGroups(byTree(limits), limits);
    checkOddGroups(kernels(limits), limits);
  }

  /** All that fly apart, all at rest, all in one place, and all without mass. */
  private static void checkOddGroups(Search kernels, PairsOrTree.Limits limits) {
    SplittableRandom random = new SplittableRandom(15);
    for (int c = 0; c < 8; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % 3)), random);
      OracleParticles all = sets.particles(130);
      if (c % 4 == 0) {
        Arrays.setAll(all.velocity(), i -> 1e6 * all.velocity()[i]);
      } else if (c % 4 == 1) {
        Arrays.fill(all.velocity(), 0);
      } else if (c % 4 == 2) {
        Arrays.setAll(all.place(), i -> all.place()[i % 3]);
      } else {
        Arrays.fill(all.mass(), 0);
      }
      double[] density = sets.density(all);
      int[][] groups = {IntStream.range(0, all.count()).toArray()};
      List<SubhaloPhysics> physics = sets.physics(groups.length);
      List<Subhalo> found = kernels.find(OracleMembers.of(all, density, groups), physics).get(0);
      new SerialJudge(all, density, physics.get(0), groups[0], limits).checkAll("odd " + c, found);
      assertEquals(c % 4 == 1 || c % 4 == 2, !found.isEmpty(), "odd " + c);
    }
  }

  @Test
  void membersThatAreNotDenserAreRefused() {
    SplittableRandom random = new SplittableRandom(16);
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(0)), random);
    OracleParticles all = sets.particles(50);
    int[][] groups = {IntStream.range(0, all.count()).toArray()};
    for (int wrong : new int[] {0, 50, -2}) {
      SubhaloMembers members = OracleMembers.of(all, sets.density(all), groups);
      members.denser()[0] = wrong; // of the first: itself, or none of the group
      List<SubhaloPhysics> physics = sets.physics(groups.length);
      SubhaloFinder finder = finder(PairsOrTree.Limits.STANDARD);
      assertThrows(IllegalArgumentException.class, () -> finder.find(members, physics));
    }
  }
}
