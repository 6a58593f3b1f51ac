package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.subhalo.density.LocalDensity;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.ParallelLoops;

/** Local densities and links against all pairs, on any backend and number of ranks. */
@OnBackends
@ExtendWith(ParallelLoops.class)
class DensityTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 70),
          Box.periodic(2, 0, 2),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  @Parameter private TestBackend on;

  @Test
  void denserMembersAreThoseOfAllPairs() {
    SplittableRandom random = new SplittableRandom(31);
    int linked = 0;
    int ties = 0;
    for (int c = 0; c < 40; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
      ClumpySets sets = new ClumpySets(map, random);
      OracleParticles all = sets.particles(new int[] {1, 19, 60, 700}[c / BOXES.size() % 4]);
      if (c % 3 == 0) { // lattices: many at one distance
        Arrays.setAll(all.place(), i -> all.place()[i] >> 24 << 24);
      }
      double[] density = sets.density(all);
      SubhaloMembers members =
          OracleMembers.of(all, density, sets.groups(all.count(), 1 + random.nextInt(3)));
      int[] expected = members.denser();
      ties += (int) (all.count() - Arrays.stream(density).distinct().count());
      int[] found =
          ThreadRanks.run(
                  1,
                  comm -> {
                    try (Backend backend = on.open(comm)) {
                      return backend
                          .densities()
                          .denser(
                              map,
                              members.start(),
                              members.position(),
                              members.id(),
                              members.density());
                    }
                  })
              .get(0);
      assertArrayEquals(expected, found, "set " + c);
      linked += (int) Arrays.stream(found).filter(i -> i >= 0).count();
    }
    assertTrue(linked > 5000, linked + " links");
    assertTrue(ties > 500, ties + " ties");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void densitiesAreThoseOfAllPairs(int ranks) {
    SplittableRandom random = new SplittableRandom(32);
    for (int c = 0; c < 16; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
      OracleParticles all = new ClumpySets(map, random).particles(c < 4 ? 50 : 600);
      boolean same = c % 2 == 0;
      if (same) {
        Arrays.fill(all.mass(), 0.7);
      }
      int neighbours = c < 8 ? OracleDensity.NEIGHBOURS : 2 + random.nextInt(100);
      double[] expected =
          new OracleDensity(all, neighbours, same ? 0.7 : OracleDensity.above(all.mass()))
              .of(IntStream.range(0, all.count()).toArray());
      List<double[]> found = ThreadRanks.run(ranks, comm -> densities(all, same, neighbours, comm));
      assertArrayEquals(expected, ArrayParts.join(found.toArray(double[][]::new)), "set " + c);
    }
  }

  /** Of a rank's part of the particles, in their order. */
  private double[] densities(OracleParticles all, boolean same, int neighbours, Communicator comm) {
    int from = all.count() * comm.rank() / comm.size();
    int count = all.count() * (comm.rank() + 1) / comm.size() - from;
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      DeviceMemory memory = backend.memory();
      double largest = Arrays.stream(all.mass()).max().orElseThrow();
      double[] density = new double[count];
      try (Particles particles =
              new Particles(
                  count,
                  memory.upload(Arrays.copyOfRange(all.place(), 3 * from, 3 * (from + count))),
                  memory.upload(Arrays.copyOfRange(all.id(), from, from + count)),
                  null,
                  same ? null : memory.upload(Arrays.copyOfRange(all.mass(), from, from + count)),
                  null,
                  1,
                  new double[] {0, same ? all.mass()[0] : 0},
                  new Magnitudes(largest, 0, 0, 0));
          SortedPoints points =
              backend.particles().mortonSort(particles.positions(), count, 21, 16);
          DeviceArray members = memory.upload(IntStream.range(0, count).toArray())) {
        LocalDensity local =
            new LocalDensity(
                backend.densities(), backend.knn(), backend.particles(), memory, arrays);
        double[] found;
        try (DeviceArray densities = local.of(points, particles, all.map(), members, neighbours)) {
          found = memory.toDoubles(densities);
        }
        int[] row = memory.toInts(points.row());
        for (int i = 0; i < count; i++) {
          density[row[i]] = found[i];
        }
      }
      arrays.finish();
      assertEquals(0, memory.used(), "device arrays left open");
      return density;
    }
  }
}
