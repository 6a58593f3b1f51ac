package org.jzfof.bench;

import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.pipeline.stages.GroupFinder;

/** Times friends-of-friends from particles on the device to the group catalogue. */
public final class FofBenchmark {
  private final Backend backend;
  private final ParticleSource source;
  private final ArrayExchange arrays;
  private final Communicator comm;

  /**
   * @param arrays ranks that share the work, and the path between them
   */
  public FofBenchmark(Backend backend, ParticleSource source, ArrayExchange arrays) {
    this.backend = backend;
    this.source = source;
    this.arrays = arrays;
    this.comm = arrays.comm();
  }

  /**
   * The result of a benchmark.
   *
   * @param members total number of particles in groups
   * @param largest number of members of the largest group
   * @param digest one number for the groups of all particles; null without labels
   * @param stages statistics of each stage, followed by the total
   */
  public record Result(
      long particles,
      long groups,
      long members,
      long largest,
      Long digest,
      List<StageStatistics> stages) {}

  /** The result of one run. */
  private record RunResult(GroupCatalogue groups, Long digest) {}

  /**
   * The search to time.
   *
   * @param linkingLength absolute linking length
   * @param minLength minimum number of members of a group
   * @param withIds whether the search lists member IDs
   * @param withLabels whether the search returns the group of every particle, in the order of the
   *     rows
   */
  public record Task(double linkingLength, int minLength, boolean withIds, boolean withLabels) {}

  /**
   * @param warmup number of runs before the measured ones
   * @param repeat number of measured runs, at least 1
   */
  public Result run(Task task, int warmup, int repeat) {
    GroupFinder.Parameters parameters =
        new GroupFinder.Parameters(
            FixedPoint.of(source.box()), task.linkingLength, task.minLength, task.withIds, false);
    RepeatedRuns<RunResult> runs =
        RepeatedRuns.of(
            backend.memory(),
            comm,
            warmup,
            repeat,
            (clock, last) -> {
              try (Particles particles = source.load(backend, comm)) {
                backend.memory().finish();
                comm.sum(new long[1]); // start together
                return find(
                    new GroupFinder(backend, arrays, clock), particles, parameters, task, last);
              }
            });
    CatalogueSummary groups = CatalogueSummary.of(comm, runs.last().groups);
    return new Result(
        source.count(),
        groups.groups(),
        groups.members(),
        groups.groups() > 0 ? groups.largest().sums().length()[0] : 0,
        runs.last().digest,
        runs.stages());
  }

  private RunResult find(
      GroupFinder finder,
      Particles particles,
      GroupFinder.Parameters parameters,
      Task task,
      boolean withDigest) {
    GroupFinder.Input input = new GroupFinder.Input(particles, null);
    try (GroupFinder.SearchResult found = finder.find(input, parameters, task.withLabels)) {
      boolean digested = withDigest && task.withLabels;
      return new RunResult(
          found.catalogue(),
          digested ? LabelDigest.of(found.labels(), backend.memory(), comm) : null);
    }
  }
}
