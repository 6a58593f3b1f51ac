package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.ranks.DistributedPotentials;
import org.jzfof.subhalo.ranks.DistributedSubhaloes;

/** The subhaloes of groups that are spread over ranks, against the serial method. */
@OnBackends
class SharedGroupTest {
  private static final int TYPES = 6;
  private static final PairsOrTree.Limits LIMITS = new PairsOrTree.Limits(20_000, 50, 150);
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  @Parameter private TestBackend on;

  /** What the sets had, so that they test what they should. */
  private static final class Seen {
    private int subhaloes;
    private int inOthers;
    private int unbound;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void subhaloesAreThoseOfTheSerialMethod(int ranks) {
    SplittableRandom random = new SplittableRandom(90 + ranks);
    Seen seen = new Seen();
    for (int c = 0; c < 9; c++) {
      ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(c % BOXES.size())), random);
      OracleParticles all = sets.particles(new int[] {200, 500, 700}[c / 3 % 3]);
      double[] density = sets.density(all);
      SubhaloPhysics physics = sets.physics();
      int most = new int[] {20, 60, 150, all.count()}[c % 4];
      Spread spread = Spread.values()[random.nextInt(Spread.values().length)];
      int[][] part = spread.of(all.count(), ranks, random);
      List<DistributedSubhaloes.Result> found =
          ThreadRanks.run(
              ranks, comm -> find(all, density, physics, part[comm.rank()], most, comm));
      judge("set " + c + ", " + spread + ", " + most, all, density, physics, part, found, seen);
    }
    assertTrue(seen.subhaloes > 15, seen.subhaloes + " subhaloes");
    assertTrue(seen.inOthers > 0, "none in others");
    assertTrue(seen.unbound > 100, seen.unbound + " unbound");
  }

  /** Members that share their ID may be in any order, but none is lost and all are counted. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void repeatedIdsAreCounted(int ranks) {
    SplittableRandom random = new SplittableRandom(80 + ranks);
    ClumpySets sets = new ClumpySets(FixedPoint.of(BOXES.get(0)), random);
    OracleParticles all = sets.particles(300);
    Arrays.setAll(all.id(), i -> i < 60 ? i % 7 : all.id()[i]);
    double[] density = sets.density(all);
    SubhaloPhysics physics = sets.physics();
    int[][] part = Spread.AT_RANDOM.of(all.count(), ranks, random);
    List<DistributedSubhaloes.Result> found =
        ThreadRanks.run(ranks, comm -> find(all, density, physics, part[comm.rank()], 60, comm));
    long[] ids =
        ArrayParts.join(
            found.stream().map(DistributedSubhaloes.Result::ids).toArray(long[][]::new));
    assertArrayEquals(
        Arrays.stream(all.id()).sorted().toArray(), Arrays.stream(ids).sorted().toArray());
    RepeatedIds repeated =
        found.stream()
            .map(DistributedSubhaloes.Result::repeated)
            .reduce(RepeatedIds.NONE, RepeatedIds::plus);
    long kinds =
        IntStream.range(0, 60).map(i -> TYPES * (i % 7) + all.type()[i]).distinct().count();
    assertEquals(60 - kinds, repeated.count());
    assertTrue(repeated.smallest() < 7, "ID " + repeated.smallest());
  }

  private DistributedSubhaloes.Result find(
      OracleParticles all,
      double[] density,
      SubhaloPhysics physics,
      int[] own,
      int most,
      Communicator comm) {
    try (Backend backend = on.open()) {
      DistributedPotentials.Kernels potentials =
          new DistributedPotentials.Kernels(
              backend.potentialSums(), backend.potential(), backend.memory(), LIMITS);
      SubhaloFinder finder =
          new SubhaloFinder(
              PairsOrTree.kernels(
                  backend.potentialSums(), backend.potential(), backend.memory(), LIMITS));
      DistributedSubhaloes.Kernels kernels =
          new DistributedSubhaloes.Kernels(backend.densities(), finder, potentials);
      DistributedSubhaloes.Result found =
          new DistributedSubhaloes(comm, kernels, a -> physics, most)
              .find(OracleMembers.withoutLinks(all, density, own), Double.NaN);
      assertEquals(0, backend.memory().used(), "device arrays left open");
      return found;
    }
  }

  private static void judge(
      String name,
      OracleParticles all,
      double[] density,
      SubhaloPhysics physics,
      int[][] part,
      List<DistributedSubhaloes.Result> found,
      Seen seen) {
    Map<Long, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < all.count(); i++) {
      rowOf.put(all.id()[i], i);
    }
    long[] ids =
        ArrayParts.join(
            found.stream().map(DistributedSubhaloes.Result::ids).toArray(long[][]::new));
    int[] order = Arrays.stream(ids).mapToInt(rowOf::get).toArray();
    assertEquals(all.count(), Arrays.stream(order).distinct().count(), name);
    List<Subhalo> subhaloes = subhaloes(name, all.type(), found, order, rowOf);
    int[] group = IntStream.range(0, all.count()).toArray();
    new SerialJudge(all, density, physics, group, LIMITS).checkSubhaloes(name, subhaloes);
    checkPlaces(name, all, part, found, order, subhaloes);
    int bound = subhaloes.stream().mapToInt(s -> s.members().length).sum();
    checkUnbound(name, all, Arrays.copyOfRange(order, bound, order.length));
    seen.subhaloes += subhaloes.size();
    seen.unbound += order.length - bound;
    seen.inOthers += (int) subhaloes.stream().filter(s -> s.parent() > 0).count();
  }

  private static List<Subhalo> subhaloes(
      String name,
      byte[] type,
      List<DistributedSubhaloes.Result> found,
      int[] order,
      Map<Long, Integer> rowOf) {
    List<DistributedSubhaloes.Ranked> ranked = new ArrayList<>();
    int first = 0;
    for (DistributedSubhaloes.Result rank : found) {
      ranked.addAll(rank.subhaloes());
      assertEquals(first, rank.first(), name);
      assertEquals(RepeatedIds.NONE, rank.repeated(), name);
      first += rank.ids().length;
    }
    Subhalo[] subhaloes = new Subhalo[ranked.size()];
    int[] start = new int[ranked.size() + 1];
    ranked.forEach(
        of -> start[of.rank() + 1] = (int) of.properties().integer(SubhaloColumn.LENGTH, 0));
    Arrays.parallelPrefix(start, Integer::sum);
    for (DistributedSubhaloes.Ranked of : ranked) {
      int[] members = Arrays.copyOfRange(order, start[of.rank()], start[of.rank() + 1]);
      int most = rowOf.get(of.properties().integer(SubhaloColumn.MOST_BOUND, 0));
      assertEquals(
          most,
          Arrays.stream(members).filter(i -> type[i] == type[most]).findFirst().orElse(-1),
          name + ": not the first of its type");
      int deepest = rowOf.get(of.properties().integer(SubhaloColumn.DEEPEST, 0));
      subhaloes[of.rank()] = new Subhalo(members, deepest, 0, of.parent(), of.properties());
    }
    return List.of(subhaloes);
  }

  private static void checkPlaces(
      String name,
      OracleParticles all,
      int[][] part,
      List<DistributedSubhaloes.Result> found,
      int[] order,
      List<Subhalo> subhaloes) {
    int[] rank = new int[order.length];
    int[] place = new int[order.length];
    Arrays.fill(rank, -1);
    Arrays.fill(place, -1);
    int[] next = new int[TYPES];
    for (int s = 0; s < subhaloes.size(); s++) {
      for (int i : subhaloes.get(s).members()) {
        rank[i] = s;
        place[i] = next[all.type()[i]]++;
      }
    }
    for (int r = 0; r < part.length; r++) {
      int[] own = part[r];
      assertArrayEquals(Arrays.stream(own).map(i -> rank[i]).toArray(), found.get(r).rank(), name);
      assertArrayEquals(
          Arrays.stream(own).map(i -> place[i]).toArray(), found.get(r).indexInType(), name);
    }
  }

  private static void checkUnbound(String name, OracleParticles all, int[] unbound) {
    for (int k = 1; k < unbound.length; k++) {
      int before = unbound[k - 1];
      int type = Byte.compare(all.type()[before], all.type()[unbound[k]]);
      boolean less = Long.compareUnsigned(all.id()[before], all.id()[unbound[k]]) < 0;
      assertTrue(type < 0 || type == 0 && less, name + ": order of what is in no subhalo");
    }
  }
}
