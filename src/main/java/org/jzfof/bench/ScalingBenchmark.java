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
 * Measures the messages and the memory of each rank in each stage of friends-of-friends, from
 * particles to the group catalogue. The ranks are threads with one core and few particles each, so
 * that any number of them is possible.
 */
public final class ScalingBenchmark {
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 1, ExchangeChoice.AUTO);

  private static final double B = 0.2;
  private static final int MIN_LENGTH = 20;

  private final int perRank;
  private final long seed;

  /**
   * @param perRank number of particles per rank, at least 1
   */
  public ScalingBenchmark(int perRank, long seed) {
    this.perRank = perRank;
    this.seed = seed;
  }

  /**
   * The measurements for one number of ranks.
   *
   * @param members total number of particles in groups
   */
  public record Result(int ranks, long groups, long members, List<StageLoad> stages) {}

  /** The measurements of one rank. */
  private record RankResult(CatalogueSummary groups, List<StageLoad.StageOfRank> stages) {}

  /**
   * Runs the search once.
   *
   * @param ranks number of ranks, a power of two
   */
  public Result run(int ranks) {
    MockTiles tiles = new MockTiles(ranks, perRank, seed);
    List<RankResult> all =
        ThreadRanks.runOnTransport(
            ranks, ThreadRanks.messageLimit(ranks), transport -> find(tiles, transport));
    CatalogueSummary groups = all.get(0).groups;
    return new Result(
        ranks,
        groups.groups(),
        groups.members(),
        StageLoad.of(all.stream().map(RankResult::stages).toList()));
  }

  private static RankResult find(MockTiles tiles, Transport transport) {
    CountingTransport counting = new CountingTransport(transport);
    return RankDevice.use(
        RankDevice::open,
        ONE_CORE,
        new Collectives(counting),
        device -> find(tiles, device, counting));
  }

  private static RankResult find(MockTiles tiles, RankDevice device, CountingTransport counting) {
    StageCounter counter = new StageCounter(counting, device.backend().memory());
    StageClock clock =
        new StageClock(device.backend().memory(), device.arrays().comm(), counter::begin);
    Box box = tiles.box();
    GroupFinder.Parameters parameters =
        new GroupFinder.Parameters(
            FixedPoint.of(box), B * box.meanSeparation(tiles.count()), MIN_LENGTH, true, false);
    Particles particles = tiles.load(device.arrays().comm().rank(), device.backend().memory());
    GroupCatalogue groups =
        new GroupFinder(device.backend(), device.arrays(), clock).find(particles, parameters);
    List<StageLoad.StageOfRank> stages = counter.stages();
    return new RankResult(CatalogueSummary.of(device.arrays().comm(), groups), stages);
  }

  /** Measures the load of one rank, stage by stage. */
  private static final class StageCounter {
    private final CountingTransport counting;
    private final DeviceMemory memory;
    private final List<StageLoad.StageOfRank> stages = new ArrayList<>();
    private String stage = "open devices";

    StageCounter(CountingTransport counting, DeviceMemory memory) {
      this.counting = counting;
      this.memory = memory;
    }

    /** Ends the current stage. The call comes before the memory peak of the next stage begins. */
    void begin(String next) {
      StageLoad.RankLoad load = new StageLoad.RankLoad(counting.resetTraffic(), memory.peak());
      stages.add(new StageLoad.StageOfRank(stage, load));
      stage = next;
    }

    List<StageLoad.StageOfRank> stages() {
      begin(null);
      return stages;
    }
  }
}
