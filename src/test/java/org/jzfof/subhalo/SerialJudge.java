package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PairsOrTree;

/** Compares what was found in one group with the serial method, without any tolerance. */
final class SerialJudge {
  private final OracleParticles all;
  private final double[] density;
  private final SubhaloPhysics physics;
  private final int[] group;
  private final int[] order;
  private final PairsOrTree.Limits limits;

  SerialJudge(OracleParticles all, double[] density, SubhaloPhysics physics, int[] group) {
    this(all, density, physics, group, PairsOrTree.Limits.STANDARD);
  }

  SerialJudge(
      OracleParticles all,
      double[] density,
      SubhaloPhysics physics,
      int[] group,
      PairsOrTree.Limits limits) {
    this.limits = limits;
    this.all = all;
    this.density = density;
    this.physics = physics;
    this.group = group;
    this.order = OracleDensity.order(all, density, group);
  }

  /** Checks candidates and subhaloes. */
  void checkAll(String name, List<Subhalo> found) {
    checkCandidates(name);
    checkSubhaloes(name, found);
  }

  private void checkCandidates(String name) {
    SubhaloMembers members = OracleMembers.of(all, density, new int[][] {group});
    DensityOrder own = DensityOrder.of(members, 0);
    assertArrayEquals(order, Arrays.stream(own.member()).map(i -> group[i]).toArray(), name);
    SubhaloCandidates candidates = SubhaloCandidates.of(own);
    List<int[]> expected = new OracleSweep(all, order).candidates();
    Set<Set<Integer>> theirs = expected.stream().map(SerialJudge::set).collect(Collectors.toSet());
    Set<Set<Integer>> found =
        IntStream.range(0, candidates.count())
            .mapToObj(c -> Arrays.stream(candidates.members(c)).map(i -> group[i]).toArray())
            .map(SerialJudge::set)
            .collect(Collectors.toSet());
    assertTrue(theirs.equals(found), name + ": other candidates"); // not listed: thousands
    assertEquals(expected.size(), candidates.count(), name);
  }

  private static Set<Integer> set(int[] members) {
    return IntStream.of(members).boxed().collect(Collectors.toSet());
  }

  /** Returns rows in the same order type by type, as IDs are listed. */
  static int[] byType(byte[] type, int... rows) {
    return IntStream.of(rows)
        .boxed()
        .sorted(Comparator.comparingInt(i -> type[i]))
        .mapToInt(i -> i)
        .toArray();
  }

  /** Checks members, their order in each type, and all numbers. */
  void checkSubhaloes(String name, List<Subhalo> found) {
    List<OracleSubhaloes.Subhalo> expected = OracleSubhaloes.of(all, physics, order, limits);
    assertEquals(expected.size(), found.size(), name);
    for (int s = 0; s < expected.size(); s++) {
      String one = name + " subhalo " + s;
      OracleSubhaloes.Subhalo theirs = expected.get(s);
      Subhalo own = found.get(s);
      assertArrayEquals(
          byType(all.type(), theirs.members()),
          byType(all.type(), Arrays.stream(own.members()).map(i -> group[i]).toArray()),
          one);
      assertEquals(theirs.deepest(), group[own.deepest()], one);
      assertEquals(theirs.parent(), own.parent(), one);
      checkProperties(
          one, expected(all, physics, group, theirs.members(), theirs.deepest()), own.properties());
    }
  }

  /** What the serial method measures. */
  static SubhaloTable expected(
      OracleParticles all, SubhaloPhysics physics, int[] group, int[] members, int deepest) {
    OracleProperties theirs = OracleProperties.of(all, physics, group, members, deepest);
    double[] position = new double[3];
    Arrays.setAll(position, d -> all.map().toLength(all.place()[3 * deepest + d], d));
    long[] length = new long[theirs.halfMassRadius().length - 1];
    double[] mass = new double[length.length];
    for (int i : members) {
      length[all.type()[i]]++;
      mass[all.type()[i]] += all.mass()[i];
    }
    double[] half = theirs.halfMassRadius();
    SubhaloTable expected = SubhaloTable.single(length.length, physics.apertures().size());
    expected.put(SubhaloColumn.LENGTH, 0, members.length);
    expected.put(SubhaloColumn.LENGTH_TYPE, 0, length);
    expected.put(SubhaloColumn.MOST_BOUND, 0, all.id()[members[0]]);
    expected.put(SubhaloColumn.DEEPEST, 0, all.id()[deepest]);
    expected.put(SubhaloColumn.MASS, 0, theirs.mass());
    expected.put(SubhaloColumn.MASS_TYPE, 0, mass);
    expected.put(SubhaloColumn.POSITION, 0, position);
    expected.put(SubhaloColumn.CENTRE_OF_MASS, 0, theirs.centreOfMass());
    expected.put(SubhaloColumn.VELOCITY, 0, theirs.velocity());
    expected.put(SubhaloColumn.DISPERSION, 0, theirs.dispersion());
    expected.put(SubhaloColumn.SPIN, 0, theirs.spin());
    expected.put(SubhaloColumn.VMAX, 0, theirs.maximum());
    expected.put(SubhaloColumn.VMAX_RADIUS, 0, theirs.maximumRadius());
    expected.put(SubhaloColumn.ENCLOSING_RADIUS, 0, theirs.enclosing());
    expected.put(SubhaloColumn.HALF_MASS_RADIUS, 0, half[0]);
    double[] ofTypes = Arrays.copyOfRange(half, 1, half.length);
    expected.put(SubhaloColumn.HALF_MASS_RADIUS_TYPE, 0, ofTypes);
    double stars = half.length > 5 ? half[5] : 0;
    double[] radii = {stars, 2 * stars, theirs.maximumRadius()};
    SubhaloColumn[] within = {
      SubhaloColumn.MASS_IN_HALF_RADIUS,
      SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS,
      SubhaloColumn.MASS_IN_VMAX_RADIUS
    };
    SubhaloColumn[] ofEachType = {
      SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE
    };
    for (int k = 0; k < radii.length; k++) {
      double radius = radii[k];
      double[] sums =
          masses(all, members, deepest, length.length, r -> r * physics.scaleFactor() < radius);
      expected.put(within[k], 0, sums[0]);
      expected.put(ofEachType[k], 0, Arrays.copyOfRange(sums, 1, sums.length));
    }
    double[] inApertures =
        physics.apertures().stream()
            .flatMapToDouble(
                radius ->
                    Arrays.stream(masses(all, members, deepest, length.length, r -> r <= radius)))
            .toArray();
    expected.put(SubhaloColumn.MASS_IN_APERTURES, 0, inApertures);
    return expected;
  }

  /** Mass of all members at some comoving distances from the deepest, and of those of each type. */
  private static double[] masses(
      OracleParticles all, int[] members, int deepest, int types, DoublePredicate distances) {
    double[] sums = new double[1 + types];
    for (int i : all.byDistance(deepest, Arrays.stream(members))) {
      if (distances.test(all.length(all.square(deepest, i)))) {
        sums[0] += all.mass()[i];
        sums[1 + all.type()[i]] += all.mass()[i];
      }
    }
    return sums;
  }

  static void checkProperties(String name, SubhaloTable expected, SubhaloTable found) {
    assertArrayEquals(expected.integers(), found.integers(), name);
    for (SubhaloColumn column : SubhaloColumn.values()) {
      if (column.compareTo(SubhaloColumn.MASS) >= 0) {
        for (int i = 0; i < column.width(expected.types(), expected.apertures()); i++) {
          assertEquals(expected.real(column, 0, i), found.real(column, 0, i), name + " " + column);
        }
      }
    }
  }
}
