package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.subhalo.potential.PairsOrTree;

/** Removes what is not bound from sets of members of one group (Gadget-4, subfind_unbind.cc). */
final class OracleUnbinding {
  private final OracleParticles all;
  private final SubhaloPhysics physics;
  private final int[] group;
  private final double scale;
  private final OraclePotential potential;

  OracleUnbinding(
      OracleParticles all, SubhaloPhysics physics, int[] group, PairsOrTree.Limits limits) {
    this.all = all;
    this.physics = physics;
    this.group = group;
    this.scale = scale();
    this.potential = new OraclePotential(all, physics.softening(), scale, limits);
  }

  /** A term has up to 44 bits, and a sum up to 62. */
  private double scale() {
    double term = OracleParticles.largest(all.mass(), 1, group) * physics.softening().largest();
    if (term == 0) {
      return 1;
    }
    int ofTerm = 43 - Math.getExponent(term);
    int ofSum = 61 - Math.getExponent(term * group.length);
    return Math.scalb(1.0, Math.min(ofTerm, ofSum));
  }

  /**
   * What is left.
   *
   * @param members by increasing energy, equal ones by ID
   * @param deepest the one of lowest potential
   */
  record Bound(int[] members, int deepest) {}

  /** Returns what is bound in a set, or null where it is too little. */
  Bound unbind(int[] free) {
    int[] left = free;
    int[] removed = {};
    Map<Integer, Long> depth = depths(left);
    while (left.length >= OracleSweep.LINKS) {
      depth = without(removed, left, depth);
      int[] whole = left;
      int deepest = deepest(left, depth);
      int start = left.length;
      int before;
      Map<Integer, Double> energy;
      do {
        before = left.length;
        energy = energies(left, deepest, depth);
        left = withoutLeastBound(left, energy);
      } while (left.length < before
          && left.length >= OracleSweep.LINKS
          && 5 * (start - left.length) < left.length);
      if (left.length == start) {
        return new Bound(sorted(left, Comparator.comparing(energy::get)), deepest);
      }
      Set<Integer> kept = IntStream.of(left).boxed().collect(Collectors.toSet());
      removed = Arrays.stream(whole).filter(i -> !kept.contains(i)).toArray();
    }
    return null;
  }

  private int[] withoutLeastBound(int[] left, Map<Integer, Double> energy) {
    double[] increasing = Arrays.stream(left).mapToDouble(energy::get).sorted().toArray();
    double limit = increasing[left.length - 1 - Math.max(5, left.length / 50)];
    IntPredicate removed = i -> energy.get(i) > 0 && energy.get(i) > limit;
    return Arrays.stream(left).filter(removed.negate()).toArray();
  }

  private int[] sorted(int[] members, Comparator<Integer> order) {
    return Arrays.stream(members)
        .boxed()
        .sorted(order.thenComparing(all::compareIds))
        .mapToInt(i -> i)
        .toArray();
  }

  /** Potentials in the field of the others, as positive integers. */
  private Map<Integer, Long> depths(int[] some) {
    long[] sums = potential.at(some, some);
    return IntStream.range(0, some.length)
        .boxed()
        .collect(Collectors.toMap(i -> some[i], i -> sums[i] - potential.term(some[i], some[i])));
  }

  /** The same when some others have been removed. */
  private Map<Integer, Long> without(int[] removed, int[] left, Map<Integer, Long> depth) {
    long[] sums = potential.at(left, removed);
    return IntStream.range(0, left.length)
        .boxed()
        .collect(Collectors.toMap(i -> left[i], i -> depth.get(left[i]) - sums[i]));
  }

  private static <V> java.util.stream.Collector<Integer, ?, Map<Integer, V>> toMap(
      Function<Integer, V> value) {
    return Collectors.toMap(i -> i, value);
  }

  private int deepest(int[] left, Map<Integer, Long> depth) {
    return sorted(left, Comparator.comparing(i -> -depth.get(i)))[0];
  }

  private Map<Integer, Double> energies(int[] left, int deepest, Map<Integer, Long> depth) {
    OracleMotion motion = new OracleMotion(all, physics, group, left, deepest);
    double unit = physics.gravity() / scale;
    return IntStream.of(left)
        .boxed()
        .collect(toMap(i -> 0.5 * motion.squaredSpeed(i) + all.thermal()[i] - unit * depth.get(i)));
  }
}
