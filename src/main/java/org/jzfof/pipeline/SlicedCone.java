package org.jzfof.pipeline;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.config.RunOptions;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.error.MemoryException;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.slices.ConeSlice;
import org.jzfof.pipeline.slices.ConeSlices;
import org.jzfof.pipeline.slices.MergedSlices;
import org.jzfof.pipeline.slices.SliceStore;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.SliceGroups;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.Units;
import org.jzfof.snapshot.particles.ConeScan;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * A light cone that is searched at once, or in slices of distance, for less memory. The result is
 * the same: the search space, units of sums and definitions are those of the whole cone, and each
 * group is found by the one slice in which its nearest member is.
 *
 * @param slices slices, nearest first; empty for a search at once
 * @param magnitudes magnitudes of the particles of the cone, as in {@link ConeScan}; empty for a
 *     search at once
 * @param particles number of particles of the cone, of all types that are read; 0 for a snapshot
 * @param share largest part of the particles that a slice reads
 */
record SlicedCone(
    List<ConeSlice> slices, List<Magnitudes> magnitudes, long particles, double share) {
  private static final double USUAL_OVERLAP = 30; // Mpc/h: the longest groups have half of that

  /** Usual overlap in linking lengths, where units are unknown. */
  private static final double LINKING_LENGTHS = 100;

  /** Part of the memory that slices aim at, as the lists of their members exist twice. */
  private static final double FILLED = 0.75;

  /** Number of linking lengths between members that are not direct neighbours of others. */
  private static final int MARGIN = SliceGroups.REACH + 1;

  /**
   * The memory of a search at once.
   *
   * @param ratio part of the limits of this rank that is needed
   */
  record Need(double ratio) {
    static Need of(long bytes, long rows, Backend backend) {
      return new Need(
          Math.max((double) bytes / backend.memoryLimit(), (double) rows / backend.maxParticles()));
    }

    /** Returns the need of the rank that needs most; every rank calls it. */
    private double ofAll(Communicator comm) {
      double[] most = {ratio};
      comm.max(most);
      return most[0];
    }
  }

  /**
   * Chooses slices as options or memory require; every rank calls it. For slices all particles are
   * read once more.
   *
   * @param ell linking length
   * @throws UsageException if slices are requested that the files or the options do not allow
   * @throws MemoryException if no division of the files fits
   */
  static SlicedCone of(
      RunOptions options,
      SnapshotParticles input,
      double ell,
      Need need,
      Communicator comm,
      StageClock clock) {
    Optional<Lightcone> given = options.groups().particles().headers().lightcone();
    if (given.isEmpty()) {
      return new SlicedCone(List.of(), List.of(), 0, 1);
    }
    Lightcone cone = given.get();
    double ratio = need.ofAll(comm);
    long all = input.count() + input.secondaryCount() + input.surroundingCount();
    int wanted = cone.slices().orElse(ratio > 1 ? Integer.MAX_VALUE : 1);
    boolean impossible = cone.slices().isEmpty() && options.obstacleToSlices().isPresent();
    if (wanted == 1 || input.count() == 0 || impossible) {
      return new SlicedCone(List.of(), List.of(), all, 1);
    }
    if (!input.hasIds()) {
      throw new SnapshotException(
          "%s has no IDs of particles, by which groups of slices are ordered: give --slices 1"
              .formatted(input.header().pieces().get(0).file()));
    }
    double overlap = overlap(cone, options, input.header(), ell);
    double near = options.spheres().enabled() ? overlap : MARGIN * ell;
    ConeScan scan = clock.time("scan shells", input::scan);
    ConeSlices files = new ConeSlices(input.header().pieces(), scan, near, overlap);
    List<ConeSlice> slices =
        cone.slices().isPresent() ? given(files, wanted) : fitting(files, ratio, overlap);
    Magnitudes linked = scan.magnitudes().get(0).and(scan.magnitudes().get(1)); // joined later
    List<Magnitudes> magnitudes = List.of(linked, linked, scan.magnitudes().get(2));
    return new SlicedCone(slices, magnitudes, all, share(slices, files));
  }

  private static double overlap(
      Lightcone cone, RunOptions options, SnapshotHeader header, double ell) {
    double least = (options.groups().minLength() + MARGIN) * ell;
    if (cone.overlap().isPresent()) {
      if (!(cone.overlap().get() >= least)) {
        throw new UsageException(
            "--overlap is %s, shorter than a chain of the fewest members of a group: give at least %.4g"
                .formatted(cone.overlap().get(), least));
      }
      return cone.overlap().get();
    }
    Units units = header.units();
    double perHubble = units.perHubble() ? 1 : header.cosmology().hubble();
    double usual = USUAL_OVERLAP * Units.MPC.lengthCm() / units.lengthCm() / perHubble;
    return Math.max(least, usual > 0 ? usual : LINKING_LENGTHS * ell);
  }

  private static List<ConeSlice> given(ConeSlices files, int wanted) {
    if (wanted > files.most()) {
      throw new UsageException(
          "--slices is %d, and the files begin at %d distances: give at most %d"
              .formatted(wanted, files.most(), files.most()));
    }
    return files.divide(wanted);
  }

  private static List<ConeSlice> fitting(ConeSlices files, double ratio, double overlap) {
    List<ConeSlice> best = List.of();
    double least = 1;
    for (int n = 2; n <= files.most() && ratio * least > FILLED; n += 1 + n / 8) {
      List<ConeSlice> slices = files.divide(n);
      if (share(slices, files) < least) {
        least = share(slices, files);
        best = slices;
      }
    }
    if (ratio * least <= 1) {
      return best;
    }
    throw new MemoryException(
        "the light cone needs %.3g times the memory that there is, and its slices still %.3g times: the fewest files that cover a slice and an overlap of %.4g before and behind it have %.0f%% of the particles; use more ranks or a smaller --overlap, or write the cone in thinner shells"
            .formatted(ratio, ratio * least, overlap, 100 * least));
  }

  private static double share(List<ConeSlice> slices, ConeSlices files) {
    return (double)
            slices.stream().max(Comparator.comparingLong(ConeSlice::rows)).orElseThrow().rows()
        / files.rows();
  }

  boolean isSliced() {
    return !slices.isEmpty();
  }

  /** Returns how much of a number for the whole cone the largest slice needs. */
  long ofSlice(long whole) {
    return (long) Math.ceil(share * whole);
  }

  /** Sentences about the slices for the user. */
  List<String> remarks() {
    return share < 1 || !isSliced()
        ? List.of()
        : List.of(
            "a slice needs all files, so that %d slices take no less memory than one: write the cone in thinner shells, or give a smaller --overlap"
                .formatted(slices.size()));
  }

  /** Returns particles that have been read with the magnitudes of the whole cone. */
  GroupFinder.Input ofCone(GroupFinder.Input read) {
    return particles == 0
        ? read
        : new GroupFinder.Input(
            ofCone(read.primary(), 0), ofCone(read.secondary(), 1), ofCone(read.others(), 2));
  }

  private Particles ofCone(Particles read, int set) {
    if (read == null) {
      return null;
    }
    return read.with(isSliced() ? magnitudes.get(set) : read.magnitudes().ofLightcone(particles));
  }

  /**
   * Finds the groups of all slices that are not finished; every rank calls it.
   *
   * @param input particles of the cone
   * @param search finds the groups of the particles of a slice
   * @param numbers returns the group of each of these particles; null for none
   * @param warnings list that receives sentences about the particles
   * @throws UsageException if groups or spheres reach to where particles may be missing
   */
  MergedSlices find(
      SnapshotParticles input,
      SliceStore store,
      BiFunction<SnapshotParticles, ConeSlice, GroupFinder.SearchResult> search,
      BiFunction<SnapshotParticles, GroupFinder.SearchResult, GroupNumbers> numbers,
      List<String> warnings) {
    double critical = input.header().expansion().criticalDensityToday();
    for (ConeSlice slice : slices) {
      if (!store.has(slice)) {
        SnapshotParticles part = input.of(slice.files());
        try (GroupFinder.SearchResult found = search.apply(part, slice)) {
          require(slice.fault(found.catalogue(), critical), store.comm());
          store.write(slice, found.catalogue(), found.first(), numbers.apply(part, found));
        }
        part.warnings().stream().filter(w -> !warnings.contains(w)).forEach(warnings::add);
      }
    }
    return new MergedSlices(store, slices);
  }

  private static void require(String fault, Communicator comm) {
    for (long[] ofRank : comm.allGather(Text.toLongs(fault))) {
      if (ofRank.length > 0) {
        throw new UsageException(Text.of(ofRank));
      }
    }
  }
}
