package org.jzfof.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.Linking;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.catalogue.particles.ParticleGroups;
import org.jzfof.comm.Communicator;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.Property;
import org.jzfof.config.RunOptions;
import org.jzfof.config.SphereOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.pipeline.slices.MergedSlices;
import org.jzfof.pipeline.slices.SliceStore;
import org.jzfof.pipeline.stages.GapFinder;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.LightconeSearch;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;
import org.jzfof.snapshot.particles.MeanSeparation;
import org.jzfof.snapshot.particles.RequiredColumns;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * The complete search of {@code jzfof run}: it checks the snapshot, reads it onto the device, finds
 * the groups and writes the catalogue.
 */
public final class HaloFinder implements HaloSearch {
  private static final String OPEN = "open snapshot";
  private static final double READ_SHARE = 0.5;

  private final Communicator comm;
  private final String version;
  private final RankDevice.Opener opener;

  public HaloFinder(Communicator comm, String version) {
    this(comm, version, RankDevice::open);
  }

  /** Creates a finder with a given opener of devices. */
  public HaloFinder(Communicator comm, String version, RankDevice.Opener opener) {
    this.comm = comm;
    this.version = version;
    this.opener = opener;
  }

  @Override
  public HaloReport find(RunOptions options, ProgressListener progress) {
    StartOfRun start = new StartOfRun(comm);
    progress.at(OPEN, 0);
    SnapshotParticles input =
        start.time(
            OPEN,
            () ->
                SnapshotParticles.open(
                    options.groups().particles(),
                    options.groups().attach(),
                    RequiredColumns.of(options),
                    comm));
    RankDevice device = start.open(opener, options.execution().computer());
    try (EndOfRun end = new EndOfRun(opener, device)) {
      SingleRun run = new SingleRun(options, progress, device, end);
      start.stages().forEach(run.clock::add);
      HaloReport report = run.run(input);
      end.finish();
      return report;
    }
  }

  RankDevice openDevice(RunOptions options) {
    return opener.open(options.execution().computer(), comm);
  }

  @Override
  public HaloSeries series(List<RunOptions> runs) {
    return new OverlappingSeries(this, comm, runs);
  }

  /**
   * Searches as {@link #find(RunOptions, ProgressListener)} does, on an open device.
   *
   * @param overlap overlap with the previous and the next run of a series
   */
  HaloReport find(
      RunOptions options,
      ProgressListener progress,
      RankDevice device,
      RunOverlap overlap,
      Supplier<SnapshotParticles> open) {
    SingleRun run = new SingleRun(options, progress, device, overlap);
    return run.run(run.clock.time(OPEN, open));
  }

  /** One run on one device. */
  private final class SingleRun {
    private final RunOptions options;
    private final ProgressListener progress;
    private final RankDevice device;
    private final Backend backend;
    private final RunOverlap overlap;
    private final StageClock clock;
    private SlicedCone cone;
    private String stage = OPEN;
    private double done;

    SingleRun(
        RunOptions options, ProgressListener progress, RankDevice device, RunOverlap overlap) {
      this.options = options;
      this.progress = progress;
      this.device = device;
      this.backend = device.backend();
      this.overlap = overlap;
      this.clock = new StageClock(backend.memory(), comm, this::stageStarts);
    }

    HaloReport run(SnapshotParticles input) {
      if (lightcone().isEmpty()) {
        input.requireSnapshot();
      }
      MeanSeparation meanSeparation = MeanSeparation.of(input, () -> earlyMeanMass(input));
      double separation = meanSeparation.of(options.groups().linkingLength(), input);
      Linking linking = linking(meanSeparation, separation);
      RunReport report = new RunReport(options, input, linking, version);
      long whole = MemoryEstimate.bytes(options, input, backend, comm.size());
      SlicedCone.Need need = SlicedCone.Need.of(whole, input.rows(), backend);
      cone = SlicedCone.of(options, input, linking.length(), need, comm, clock);
      long bytes = cone.ofSlice(whole);
      new MemoryCheck(backend).requireForGroups(cone.ofSlice(input.rows()), bytes);
      RunFiles products = new RunFiles(options, input.header(), comm);
      products.check(report.info());
      SearchSpace space = searchSpace(input, linking.length(), report);
      GroupFinder.Parameters parameters =
          parameters(
              space,
              linking.length(),
              new SearchTargets(options, input, space, separation, report));
      List<String> remarks = List.of();
      if (!options.execution().dryRun()) {
        try (products) {
          products.begin();
          remarks = findAndWrite(input, space, parameters, products, bytes, report);
        }
      }
      return report.haloReport(
          device.description(),
          bytes,
          products,
          StageTiming.ofAllRanks(clock.stages(), comm),
          Stream.concat(cone.remarks().stream(), remarks.stream()).toList());
    }

    /**
     * Reads the mean mass in advance if it is needed before the masses are read anyway, because
     * this takes an additional pass over the files; otherwise NaN.
     */
    private double earlyMeanMass(SnapshotParticles input) {
      boolean needed =
          options.groups().linkingLength().by() == SeparationBy.MASS
              || options.execution().dryRun();
      return needed ? clock.time("mean mass", input::readMeanMass) : Double.NaN;
    }

    private Linking linking(MeanSeparation meanSeparation, double separation) {
      GroupDefinition groups = options.groups();
      double b = groups.linkingLength().b(separation);
      return new Linking(
          groups.linkingLength().absolute(separation),
          b,
          groups.linkingLength().by(),
          b * meanSeparation.byNumber(),
          b * meanSeparation.byMass(),
          groups.particles().types(),
          groups.attach(),
          groups.minLength());
    }

    /**
     * Finds the space to search. If cells are coarse, this reads the coordinates once or a few
     * times more.
     */
    private SearchSpace searchSpace(SnapshotParticles input, double ell, RunReport report) {
      GapFinder gaps = new GapFinder(input.count(), input.box(), input::fill, ell, comm);
      return gaps.needed()
          ? clock.time("find gaps", () -> gaps.find(report.warnings()))
          : SearchSpace.of(input.box());
    }

    private GroupFinder.Parameters parameters(
        SearchSpace space, double ell, SearchTargets targets) {
      return new GroupFinder.Parameters(
          space.map(),
          ell,
          options.groups().minLength(),
          options.ids(),
          options.output().format().hasEnclosingRadii(),
          targets.spheres(),
          targets.subhaloes(),
          lightcone()
              .map(
                  of ->
                      new LightconeSearch(
                          of, targets.input().header().ofSeveralLightcones(), space, null))
              .orElse(null));
    }

    private Optional<Lightcone> lightcone() {
      return options.groups().particles().headers().lightcone();
    }

    /** Finds the groups and writes all files; returns remarks about the files. */
    private List<String> findAndWrite(
        SnapshotParticles input,
        SearchSpace space,
        GroupFinder.Parameters parameters,
        RunFiles products,
        long bytes,
        RunReport report) {
      if (cone.isSliced()) {
        return findInSlices(input, space, parameters, products, bytes, report);
      }
      GroupCatalogue catalogue;
      try (GroupFinder.SearchResult found = find(input, space, parameters, products, bytes)) {
        catalogue = found.catalogue();
        report.groups(CatalogueSummary.of(comm, catalogue), catalogue);
        products.startCatalogue(report.info(), catalogue);
        writeNumbers(input, report.info(), products, found);
      }
      return clock.timeOnHost(
          "write", () -> write(catalogue, () -> products.catalogueWriter(report.info())));
    }

    private List<String> findInSlices(
        SnapshotParticles input,
        SearchSpace space,
        GroupFinder.Parameters parameters,
        RunFiles products,
        long bytes,
        RunReport report) {
      SliceStore store = products.slices(report.info());
      boolean numbered = products.needNumbers();
      MergedSlices merged =
          cone.find(
              input,
              store,
              (part, slice) -> find(part, space, parameters.in(slice), products, bytes),
              (part, found) -> numbered ? numbers(part, found).groups() : null,
              report.warnings());
      SphereOptions spheres =
          parameters.spheres() == null ? SphereOptions.NONE : parameters.spheres().options();
      GroupCatalogue catalogue = merged.share(comm.rank(), comm.size(), spheres);
      report.groups(CatalogueSummary.of(comm, catalogue), catalogue);
      if (numbered) {
        try (DeviceArray labels = backend.memory().allocate(ElementType.I32, input.rows())) {
          ParticleGroups numbers = new ParticleGroups(input.numbers(labels, backend.memory()));
          clock.run("label", () -> merged.label(numbers.groups(), input.header()));
          clock.run("write membership", () -> products.writeMembership(report.info(), numbers));
        }
      }
      return clock.timeOnHost(
          "write", () -> write(catalogue, () -> products.catalogueWriter(report.info(), store)));
    }

    private GroupFinder.SearchResult find(
        SnapshotParticles input,
        SearchSpace space,
        GroupFinder.Parameters parameters,
        RunFiles products,
        long bytes) {
      return input.count() == 0
          ? emptyResult(input, products.needNumbers())
          : findGroups(input, space, parameters, products, bytes);
    }

    /**
     * Returns an empty result: without linked particles there are no groups to attach particles to.
     */
    private GroupFinder.SearchResult emptyResult(SnapshotParticles input, boolean withLabels) {
      DeviceArray labels = null;
      if (withLabels) {
        labels = backend.memory().allocate(ElementType.I32, input.rows());
        backend.memory().fill(labels, 0, labels.length(), GroupNumbers.NONE);
      }
      return new GroupFinder.SearchResult(
          GroupCatalogue.empty(input.header().types()), labels, null, new int[0]);
    }

    private GroupFinder.SearchResult findGroups(
        SnapshotParticles input,
        SearchSpace space,
        GroupFinder.Parameters parameters,
        RunFiles products,
        long bytes) {
      long heapBytes = Math.max(backend.inHeap() ? bytes : 0, products.heldBytes());
      overlap.loading(heapBytes + input.heldBytes());
      try (GroupFinder.Input read = read(input, space, parameters.spheres())) {
        overlap.loaded(heapBytes);
        GroupFinder finder = new GroupFinder(backend, device.arrays(), clock);
        GroupFinder.SearchResult found = finder.find(read, parameters, products.needNumbers());
        space.expand(found.catalogue().sums().position());
        return found;
      }
    }

    private GroupFinder.Input read(
        SnapshotParticles input, SearchSpace space, SphereSearch spheres) {
      double share = (double) input.count() / (input.count() + input.secondaryCount());
      try (Scope read = new Scope()) {
        Particles primary =
            read.add(
                clock.time(
                    "read", () -> input.load(space, backend, f -> reportReading(f * share))));
        Particles secondary =
            input.secondaryCount() == 0
                ? null
                : read.add(
                    clock.time(
                        "read secondary",
                        () ->
                            input.loadSecondary(
                                space, backend, f -> reportReading(share + f * (1 - share)))));
        input.release();
        Particles others =
            spheres == null && options.subhaloes().apertures().isEmpty()
                ? null
                : clock.time("read others", () -> loadSurrounding(input, space, spheres));
        return read.keep(cone.ofCone(new GroupFinder.Input(primary, secondary, others)));
      }
    }

    private Particles loadSurrounding(
        SnapshotParticles input, SearchSpace space, SphereSearch spheres) {
      boolean velocities =
          spheres != null && spheres.options().properties().contains(Property.INSIDE);
      return input.loadSurrounding(space, backend, velocities, f -> {});
    }

    /** Writes the group numbers of the particles, and the snapshot in group order. */
    private void writeNumbers(
        SnapshotParticles input,
        CatalogueInfo info,
        RunFiles products,
        GroupFinder.SearchResult found) {
      if (products.needNumbers()) {
        ParticleGroups numbers = numbers(input, found);
        clock.run("write membership", () -> products.writeMembership(info, numbers));
        clock.run(
            "write reordered",
            () -> products.writeReordered(info, found.catalogue(), numbers, backend.groups()));
      }
    }

    private ParticleGroups numbers(SnapshotParticles input, GroupFinder.SearchResult found) {
      GroupNumbers groups = input.numbers(found.labels(), backend.memory());
      return found.subhaloes() == null
          ? new ParticleGroups(groups)
          : new ParticleGroups(
              groups,
              input.numbers(found.subhaloes().number(), backend.memory()),
              input.numbers(found.subhaloes().memberIndex(), backend.memory()));
    }

    /**
     * Writes the catalogue while the next snapshot is computed, or the device is closed. Until
     * {@code writer} is asked, the caller removes the files after a failure.
     */
    private List<String> write(
        GroupCatalogue groups, Supplier<Function<GroupCatalogue, List<String>>> writer) {
      overlap.computed();
      return overlap.write(groups, writer.get());
    }

    private void stageStarts(String name) {
      stage = name;
      progress.at(stage, done);
    }

    /** Reports the progress of reading; the reading threads call it, one at a time. */
    private void reportReading(double fraction) {
      done = fraction * READ_SHARE;
      progress.at(stage, done);
    }
  }
}
