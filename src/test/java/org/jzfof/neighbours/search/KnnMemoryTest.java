package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Particles;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;

/** The memory that a search takes is what was said before it began, on any backend. */
@Tag("large")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ByMethod({"tree", "kdtree", "kdtree:split=widest", "clover", "grid"})
class KnnMemoryTest {
  private static final Box BOX = Box.periodic(1, 1, 1);

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  /** Points of each rank: enough for those at its borders to be few. */
  private long points(int ranks) {
    boolean few = ranks == 1 || method.kind() != NeighbourMethod.TREE;
    return on == TestBackend.CUDA ? 4_000_000 : few ? 60_000 : 250_000;
  }

  /**
   * Ranks, neighbours, coordinates, and whether rows come in Morton order; on the CPU, other
   * methods are slow, and the last cases show no more of them than those of the tree.
   */
  Stream<Arguments> cases() {
    Stream<Arguments> all =
        Stream.of(
            Arguments.of(1, 16, ElementType.F32, false),
            Arguments.of(1, 16, ElementType.F32, true),
            Arguments.of(1, 8, ElementType.F64, false),
            Arguments.of(2, 8, ElementType.F64, true),
            Arguments.of(2, 16, ElementType.F32, false),
            Arguments.of(2, 16, ElementType.F32, true),
            Arguments.of(3, 40, ElementType.F32, false));
    return on == TestBackend.CPU && method.kind() != NeighbourMethod.TREE ? all.limit(4) : all;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isPredictedToATenth(int ranks, int k, ElementType type, boolean mortonOrder) {
    long points = points(ranks);
    int block = (int) points / 10;
    List<double[]> peaks =
        ThreadRanks.run(
            ranks,
            comm -> {
              try (Backend backend = on.open(comm);
                  ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
                EvenShares shares = new EvenShares(ranks * points, ranks);
                long first = shares.start(comm.rank());
                Coordinates own = own(backend, type, ranks * points, first, points);
                backend.memory().resetPeak();
                StageClock clock = new StageClock(backend.memory(), comm, stage -> {});
                NeighbourSearch.Parameters problem =
                    new NeighbourSearch.Parameters(BOX, k, false, mortonOrder, block, type);
                RowShape shape = new RowShape.Nearest(k, EnumSet.of(NeighbourValue.INDEX));
                try (SphSums none = new SphSums(backend, comm, shape, null, 0)) {
                  new NeighbourSearch(backend, method, arrays, clock)
                      .run(
                          new NeighbourSearch.Sources(own, first),
                          null,
                          problem,
                          1,
                          none,
                          rows -> {});
                }
                long peak =
                    clock.stages().stream().mapToLong(StageTiming::peakBytes).max().orElseThrow();
                arrays.finish();
                NeighbourMemory needs = new NeighbourMemory(backend, method, type, ranks > 1);
                return new double[] {peak, needs.of(points, block, k, type, mortonOrder)};
              }
            });
    for (double[] peak : peaks) {
      assertEquals(
          1, peak[1] / peak[0], 0.1, peak[1] + " bytes were said, and there were " + peak[0]);
    }
  }

  private Coordinates own(Backend backend, ElementType type, long all, long first, long points) {
    try (Particles mock = backend.particles().mock(MockParticles.uniform(all, 1), first, points)) {
      DeviceArray xyz = backend.particles().coordinates(FixedPoint.of(BOX), mock.positions());
      if (type == ElementType.F32) {
        return new Coordinates(points, xyz);
      }
      try (xyz) {
        double[] wide = FloatArrays.doubles(backend.memory(), xyz);
        return new Coordinates(points, backend.memory().upload(wide));
      }
    }
  }
}
