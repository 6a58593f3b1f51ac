package org.jzfof.bench;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.backend.RankDevice;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.comm.Collectives;
import org.jzfof.comm.CountingTransport;
import org.jzfof.comm.Transport;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.progress.StageClock;

/**
 * Counts what each rank sends and holds in each stage of friends-of-friends, from particles to the
 * group catalogue, for any number of ranks: threads of one core each, with few particles.
 */
public final class ScalingBenchmark {
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 1, ExchangeChoice.AUTO);

  private static final double B = 0.2;
  private static final int MIN_LENGTH = 20;

  private final int perRank;
  private final long seed;

  /**
   * @param perRank particles of each rank, at least 1
   * @param seed of the mock
   */
  public ScalingBenchmark(int perRank, long seed) {
    this.perRank = perRank;
    this.seed = seed;
  }

  /**
   * What was counted.
   *
   * @param groups that they found
   * @param members particles in groups
   * @param stages what each asked of the ranks, in order
   */
  public record Result(int ranks, long groups, long members, List<StageLoad> stages) {}

  /** What one rank has seen. */
  private record OfRank(CatalogueSummary groups, List<StageLoad.OneStage> stages) {}

  /**
   * Runs the search once.
   *
   * @param ranks a power of two
   */
  public Result run(int ranks) {
    MockTiles tiles = new MockTiles(ranks, perRank, seed);
    List<OfRank> all =
        ThreadRanks.runOnTransport(
            ranks, ThreadRanks.messageLimit(ranks), transport -> find(tiles, transport));
    CatalogueSummary groups = all.get(0).groups;
    return new Result(
        ranks,
        groups.groups(),
        groups.members(),
        StageLoad.of(all.stream().map(OfRank::stages).toList()));
  }

  private static OfRank find(MockTiles tiles, Transport transport) {
    CountingTransport counting = new CountingTransport(transport);
    return RankDevice.use(
        RankDevice::open,
        ONE_CORE,
        new Collectives(counting),
        device -> find(tiles, device, counting));
  }

  private static OfRank find(MockTiles tiles, RankDevice device, CountingTransport counting) {
    StageCounter counter = new StageCounter(counting, device.backend().memory());
    StageClock clock =
        new StageClock(device.backend().memory(), device.arrays().comm(), counter::begin);
    Box box = tiles.box();
    GroupFinder.Problem problem =
        new GroupFinder.Problem(
            FixedPoint.of(box), B * box.meanSeparation(tiles.count()), MIN_LENGTH, true, false);
    Particles particles = tiles.load(device.arrays().comm().rank(), device.backend().memory());
    GroupCatalogue groups =
        new GroupFinder(device.backend(), device.arrays(), clock).find(particles, problem);
    List<StageLoad.OneStage> stages = counter.stages();
    return new OfRank(CatalogueSummary.of(device.arrays().comm(), groups), stages);
  }

  /** Counts what one rank does, stage by stage. */
  private static final class StageCounter {
    private final CountingTransport counting;
    private final DeviceMemory memory;
    private final List<StageLoad.OneStage> stages = new ArrayList<>();
    private String stage = "open devices";

    StageCounter(CountingTransport counting, DeviceMemory memory) {
      this.counting = counting;
      this.memory = memory;
    }

    /** Called before the peak of the memory is that of the next stage. */
    void begin(String next) {
      StageLoad.OfRank load = new StageLoad.OfRank(counting.resetTraffic(), memory.peak());
      stages.add(new StageLoad.OneStage(stage, load));
      stage = next;
    }

    List<StageLoad.OneStage> stages() {
      begin(null);
      return stages;
    }
  }
}
