package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.subhalo.potential.PairsOrTree;

/** The subhaloes of one group, by increasing rank (Gadget-4, subfind_process_single_group). */
final class OracleSubhaloes {
  private OracleSubhaloes() {}

  /**
   * One of them.
   *
   * @param members most bound first
   * @param deepest member of lowest potential
   * @param parent rank of the one that it is in, or 0
   */
  record Subhalo(int[] members, int deepest, int parent) {}

  private record Found(int candidate, OracleUnbinding.Bound bound) {
    int length() {
      return bound.members().length;
    }
  }

  /** As many as here are summed over pairs. */
  static List<Subhalo> of(OracleParticles all, SubhaloPhysics physics, int[] order) {
    return of(all, physics, order, PairsOrTree.Limits.STANDARD);
  }

  /**
   * @param order members by decreasing density
   * @param limits from which on potentials are those of a tree
   */
  static List<Subhalo> of(
      OracleParticles all, SubhaloPhysics physics, int[] order, PairsOrTree.Limits limits) {
    List<int[]> candidates = new OracleSweep(all, order).candidates();
    OracleUnbinding unbinding = new OracleUnbinding(all, physics, order, limits);
    boolean[] taken = new boolean[all.count()];
    List<Found> found = new ArrayList<>();
    for (int c = 0; c < candidates.size(); c++) {
      int[] free = Arrays.stream(candidates.get(c)).filter(i -> !taken[i]).toArray();
      OracleUnbinding.Bound bound = unbinding.unbind(free);
      if (bound != null) {
        found.add(new Found(c, bound));
        Arrays.stream(bound.members()).forEach(i -> taken[i] = true);
      }
    }
    List<Found> ranked = new ArrayList<>(found);
    ranked.sort(
        Comparator.comparingInt(Found::length)
            .reversed()
            .thenComparing(f -> smallestId(all, f), Long::compareUnsigned));
    return ranked.stream()
        .map(
            f ->
                new Subhalo(
                    f.bound().members(), f.bound().deepest(), parent(f, found, ranked, candidates)))
        .toList();
  }

  private static long smallestId(OracleParticles all, Found found) {
    return Arrays.stream(found.bound().members())
        .mapToObj(i -> all.id()[i])
        .min(Long::compareUnsigned)
        .orElseThrow();
  }

  /** Candidates come after those that are in them. */
  private static int parent(
      Found of, List<Found> found, List<Found> ranked, List<int[]> candidates) {
    int any = candidates.get(of.candidate())[0];
    return found.stream()
        .filter(f -> f.candidate() > of.candidate())
        .filter(f -> set(candidates.get(f.candidate())).contains(any))
        .findFirst()
        .map(ranked::indexOf)
        .orElse(0);
  }

  private static Set<Integer> set(int[] members) {
    return IntStream.of(members).boxed().collect(Collectors.toSet());
  }
}
