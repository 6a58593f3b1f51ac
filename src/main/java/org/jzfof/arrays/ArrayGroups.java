package org.jzfof.arrays;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.LinkingLength;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupSums;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.pipeline.stages.GapFinder;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.particles.MeanSeparation;
import org.jzfof.snapshot.particles.PositionLoader;

/** Friends-of-friends groups of positions, with the group of each of them. */
public final class ArrayGroups {
  /** Device bytes of a position before the search: fixed point, row number and label. */
  private static final int READ_BYTES = 3 * Integer.BYTES + Long.BYTES + Integer.BYTES;

  /** Number of labels that are on the host at a time, in memory that is reused. */
  private static final int LABELS = 1 << 25;

  private final SearchRun run;
  private final Communicator comm;
  private final Backend backend;

  public ArrayGroups(SearchRun run) {
    this.run = run;
    this.comm = run.comm();
    this.backend = run.backend();
  }

  /**
   * Files for the groups, in decreasing length, those of the same length by their first rows.
   *
   * @param labels I64, the group of each position, or -1
   * @param lengths I64, the number of members of each group
   * @param centres F64 [3·groups], periodic means of the positions of the members
   */
  public record Files(RawFile labels, RawFile lengths, RawFile centres) {}

  /** The groups that were found, and the linking length. */
  public record Summary(long groups, double linkingLength) {}

  /**
   * Finds the groups and writes them; every rank calls it.
   *
   * @param minLength smallest number of members of a group, at least 1
   * @return the same on every rank
   */
  public Summary find(
      PositionSource points, ArrayBox sides, LinkingLength length, int minLength, Files files) {
    Box box = run.clock().time("find box", () -> sides.of(comm, points));
    long count = points.rows();
    double ell = length.absolute(MeanSeparation.byNumber(length, box, count));
    if (count == 0) {
      return new Summary(0, ell);
    }
    EvenShares shares = new EvenShares(count, comm.size());
    new MemoryCheck(backend)
        .requireForGroups(
            shares.count(0), shares.count(0) * (READ_BYTES + backend.fofBytesPerParticle()));
    PositionLoader loader = run.loader(points, box);
    SearchSpace space = space(loader, box, count, ell);
    GroupFinder.Parameters parameters =
        new GroupFinder.Parameters(space.map(), ell, minLength, false, false);
    GroupFinder finder = new GroupFinder(backend, run.arrays(), run.clock());
    try (GroupFinder.Input read = new GroupFinder.Input(read(loader, space, shares), null);
        GroupFinder.SearchResult found = finder.find(read, parameters, true)) {
      GroupSums groups = found.catalogue().sums();
      space.expand(groups.position());
      long first = comm.exclusiveScan(groups.length().length);
      run.clock()
          .run(
              "write",
              () -> {
                files.lengths.write(first, groups.length());
                files.centres.write(3 * first, groups.position());
                writeLabels(found.labels(), shares.start(comm.rank()), files.labels);
              });
      long[] all = {groups.length().length};
      comm.sum(all);
      return new Summary(all[0], ell);
    }
  }

  private SearchSpace space(PositionLoader loader, Box box, long count, double ell) {
    EvenShares shares = new EvenShares(count, comm.size());
    GapFinder gaps =
        new GapFinder(
            count,
            box,
            bins -> loader.fill(bins, shares.start(comm.rank()), shares.count(comm.rank())),
            ell,
            comm);
    if (!gaps.needed()) {
      return SearchSpace.of(box);
    }
    List<String> warnings = new ArrayList<>();
    SearchSpace space = run.clock().time("find gaps", () -> gaps.find(warnings));
    run.warn(warnings);
    return space;
  }

  /** Reads this rank's share; particles have a mass of 1, and their rows as IDs. */
  private Particles read(PositionLoader loader, SearchSpace space, EvenShares shares) {
    DeviceMemory memory = backend.memory();
    long first = shares.start(comm.rank());
    long count = shares.count(comm.rank());
    return run.clock()
        .time(
            "read",
            () -> {
              try (Scope made = new Scope()) {
                DeviceArray positions =
                    made.add(
                        loader.loadFixed(space, first, count, f -> run.reportReading("read", f)));
                run.warn(loader.requireBox(Double.NaN, false, comm));
                DeviceArray rows = made.add(memory.range(ElementType.I64, first, count));
                return made.keep(
                    new Particles(
                        count,
                        positions,
                        rows,
                        null,
                        null,
                        null,
                        0,
                        new double[] {1},
                        new Magnitudes(1, 1, 0, Double.POSITIVE_INFINITY)));
              }
            });
  }

  private void writeLabels(DeviceArray labels, long first, RawFile file) {
    HostMemory host = new HostMemory();
    for (long at = 0; at < labels.length(); at += LABELS) {
      int count = (int) Math.min(LABELS, labels.length() - at);
      try (HostColumn part = host.fetch(backend.memory(), labels, at, count)) {
        file.write(first + at, part, ElementType.I64);
      }
    }
  }
}
