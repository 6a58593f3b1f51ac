package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jzfof.backend.Backend;
import org.jzfof.backend.choice.RankDevice;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.Linking;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.catalogue.particles.ParticleGroups;
import org.jzfof.comm.Communicator;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.Property;
import org.jzfof.config.RunOptions;
import org.jzfof.config.SphereOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.load.MeanSeparation;
import org.jzfof.load.Needs;
import org.jzfof.load.SnapshotParticles;
import org.jzfof.pipeline.stages.GapFinder;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.pipeline.stages.SubhaloStage;
import org.jzfof.pipeline.stages.SubhaloTarget;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;
import org.jzfof.provenance.Provenance;
import org.jzfof.provenance.RunRecord;

/**
 * The whole of {@code jzfof run}: check the snapshot, read it onto the device, find the groups,
 * write the catalogue.
 */
public final class HaloFinder implements HaloSearch {
  private static final String OPEN = "open snapshot";
  private static final double READ_SHARE = 0.5;

  private final Communicator comm;
  private final String version;
  private final RankDevice.Opener opener;

  /**
   * @param comm the ranks that share the work
   * @param version of jzfof, for the catalogue
   */
  public HaloFinder(Communicator comm, String version) {
    this(comm, version, RankDevice::open);
  }

  /** With another opener of devices. */
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
                    Needs.of(options),
                    comm));
    RankDevice device = start.open(opener, options.execution().computer());
    try (EndOfRun end = new EndOfRun(opener, device)) {
      Run run = new Run(options, progress, device, end);
      start.stages().forEach(run.clock::add);
      HaloReport report = run.find(input);
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
   * As {@link #find(RunOptions, ProgressListener)}, on a device that is already open.
   *
   * @param overlap with the runs before and after in a series
   * @param open opens the snapshot
   */
  HaloReport find(
      RunOptions options,
      ProgressListener progress,
      RankDevice device,
      RunOverlap overlap,
      Supplier<SnapshotParticles> open) {
    Run run = new Run(options, progress, device, overlap);
    return run.find(run.clock.time(OPEN, open));
  }

  /** One run on one backend. */
  private final class Run {
    private final RunOptions options;
    private final ProgressListener progress;
    private final RankDevice device;
    private final Backend backend;
    private final RunOverlap overlap;
    private final StageClock clock;
    private final List<String> warnings = new ArrayList<>();
    private String spheresSaid;
    private String subhaloesSaid;
    private ParticleReading particles;
    private String stage = OPEN;
    private double done;

    Run(RunOptions options, ProgressListener progress, RankDevice device, RunOverlap overlap) {
      this.options = options;
      this.progress = progress;
      this.device = device;
      this.backend = device.backend();
      this.overlap = overlap;
      this.clock = new StageClock(backend.memory(), comm, this::starting);
    }

    HaloReport find(SnapshotParticles input) {
      MeanSeparation separations = MeanSeparation.of(input, () -> earlyMeanMass(input));
      double separation = separations.of(options.groups().linkingLength(), input);
      double ell = options.groups().linkingLength().absolute(separation);
      warnings.addAll(SearchWarnings.ofLinkingLength(ell, input.box()));
      CatalogueInfo info =
          info(input, ell, options.groups().linkingLength().b(separation), separations);
      long bytes = MemoryEstimate.bytes(options, input, backend, comm.size());
      new MemoryCheck(backend).requireForGroups(input.rows(), bytes);
      Products products = new Products(options, input.header(), comm);
      products.check(info);
      SearchSpace space = searchSpace(input, ell);
      SphereSearch spheres = sphereSearch(input, space, separation);
      SubhaloTarget subhaloes = subhaloes(input, space, separation);
      if (options.execution().dryRun()) {
        return report(info.withChecks(warnings(input), Double.NaN), input, null, products, bytes);
      }
      try (products) {
        products.begin();
        return findAndWrite(input, new Target(space, spheres, subhaloes), info, products, bytes);
      }
    }

    /** NaN where it can wait for the masses that are read anyway: it takes a reading of its own. */
    private double earlyMeanMass(SnapshotParticles input) {
      boolean needed =
          options.groups().linkingLength().by() == SeparationBy.MASS
              || options.execution().dryRun();
      return needed ? clock.time("mean mass", input::readMeanMass) : Double.NaN;
    }

    /** After the particles were read. */
    private static Linking withMeanMass(Linking linking, SnapshotParticles input) {
      double byMass = MeanSeparation.of(input, input::meanMass).byMass();
      return linking.withLengthByMass(linking.b() * byMass);
    }

    /** The spheres to measure; null if none are wanted, or if the default ones are impossible. */
    private SphereSearch sphereSearch(
        SnapshotParticles input, SearchSpace space, double separation) {
      SphereOptions wanted = options.spheres();
      if (!wanted.wanted()) {
        return null;
      }
      if (!wanted.asked()) {
        Optional<String> obstacle = input.sphereObstacle().or(() -> SphereSearch.obstacle(space));
        if (obstacle.isPresent()) {
          spheresSaid = "none: " + obstacle.get();
          return null;
        }
      }
      List<String> said = wanted.asked() ? warnings : new ArrayList<>();
      int[] linked = options.groups().particles().types();
      SphereOptions possible = wanted.without(lackOfVelocities(input), said);
      SphereSearch search =
          SphereSearch.of(possible, input.header(), space, linked, separation, said);
      spheresSaid = search.description();
      if (!wanted.asked() && !said.isEmpty()) {
        spheresSaid += "; " + said.get(0);
      }
      return search;
    }

    /** Properties that need velocities which the snapshot lacks. */
    private static Set<Property> lackOfVelocities(SnapshotParticles input) {
      if (input.allHaveVelocities()) {
        return Set.of();
      }
      return input.hasVelocities()
          ? Set.of(Property.INSIDE)
          : Set.of(Property.INSIDE, Property.DISPERSION, Property.SPIN);
    }

    /** Reads the coordinates again, once or a few times, only if cells are coarse. */
    private SearchSpace searchSpace(SnapshotParticles input, double ell) {
      GapFinder gaps = new GapFinder(input, ell, comm);
      return gaps.needed()
          ? clock.time("find gaps", () -> gaps.find(warnings))
          : SearchSpace.of(input.box());
    }

    /** The subhaloes to look for; null if none are wanted. */
    private SubhaloTarget subhaloes(SnapshotParticles input, SearchSpace space, double separation) {
      if (!options.subhaloes().wanted()) {
        return null;
      }
      SubhaloStage.requirePossible(backend);
      if (!input.hasVelocities()) {
        throw new SnapshotException(
            "--subhaloes needs the velocities of all particles that are linked or attached: this snapshot lacks some; leave --subhaloes out");
      }
      SubhaloTarget target =
          SubhaloTarget.of(
                  options.subhaloes(),
                  options.spheres().softening(),
                  input.header(),
                  space,
                  options.groups().particles().types()[0],
                  separation,
                  warnings)
              .withThermal(input.thermalToPhysical());
      subhaloesSaid = target.description();
      return target;
    }

    /** The space to search; spheres and subhaloes to look for, or null. */
    private record Target(SearchSpace space, SphereSearch spheres, SubhaloTarget subhaloes) {}

    private HaloReport findAndWrite(
        SnapshotParticles input, Target target, CatalogueInfo info, Products products, long bytes) {
      GroupCatalogue catalogue;
      CatalogueSummary summary;
      CatalogueInfo warned;
      try (GroupFinder.Found found =
          input.count() == 0
              ? nothing(input, products.needNumbers())
              : findGroups(input, target, info.linking().length(), products.needNumbers(), bytes)) {
        catalogue = found.catalogue();
        summary = CatalogueSummary.of(comm, catalogue);
        warnings.addAll(SearchWarnings.ofGroups(input, summary, catalogue.memberIds().repeated()));
        warned =
            info.with(withMeanMass(info.linking(), input))
                .withChecks(warnings(input), input.boxMass());
        writeNumbers(input, warned, products, found);
      }
      List<String> more = clock.timeOnHost("write", () -> write(catalogue, products, warned));
      return report(warned, input, summary, products, bytes).withWarnings(more);
    }

    /** In a series while the next snapshot is computed, otherwise while the device is closed. */
    private List<String> write(GroupCatalogue groups, Products products, CatalogueInfo info) {
      overlap.computed();
      return overlap.write(groups, products.ending(info));
    }

    /** All warnings; complete when the groups are known. */
    private List<String> warnings(SnapshotParticles input) {
      return Stream.concat(input.warnings().stream(), warnings.stream()).toList();
    }

    /** Writes what belongs to particles. */
    private void writeNumbers(
        SnapshotParticles input, CatalogueInfo info, Products products, GroupFinder.Found found) {
      if (products.needNumbers()) {
        ParticleGroups numbers = numbers(input, found);
        clock.run("write membership", () -> products.writeMembership(info, numbers));
        clock.run(
            "write reordered", () -> products.writeReordered(info, found.catalogue(), numbers));
      }
    }

    private ParticleGroups numbers(SnapshotParticles input, GroupFinder.Found found) {
      GroupNumbers groups = input.numbers(found.labels(), backend.memory());
      return found.subhaloes() == null
          ? new ParticleGroups(groups)
          : new ParticleGroups(
              groups,
              input.numbers(found.subhaloes().number(), backend.memory()),
              input.numbers(found.subhaloes().place(), backend.memory()));
    }

    /** Without particles to link there are no groups to attach anything to. */
    private GroupFinder.Found nothing(SnapshotParticles input, boolean withLabels) {
      DeviceArray labels = null;
      if (withLabels) {
        labels = backend.memory().allocate(ElementType.I32, input.rows());
        backend.memory().fill(labels, 0, labels.length(), GroupNumbers.NONE);
      }
      return new GroupFinder.Found(GroupCatalogue.empty(input.header().types()), labels);
    }

    private GroupFinder.Found findGroups(
        SnapshotParticles input, Target target, double ell, boolean withLabels, long bytes) {
      SearchSpace space = target.space();
      GroupFinder.Problem problem =
          new GroupFinder.Problem(
              space.map(),
              ell,
              options.groups().minLength(),
              options.ids(),
              options.output().format().enclosingRadii(),
              target.spheres(),
              target.subhaloes());
      long heapBytes = backend.inHeap() ? bytes : 0;
      overlap.loading(heapBytes + input.heldBytes());
      particles = new ParticleReading(input, backend, clock, this::reading);
      try (GroupFinder.Input read =
          particles.begin(space, target.spheres(), () -> overlap.loaded(heapBytes))) {
        GroupFinder finder = new GroupFinder(backend, device.arrays(), clock);
        GroupFinder.Found found = finder.find(read, problem, withLabels);
        space.expand(found.catalogue().sums().position());
        return found;
      }
    }

    /** A search may be long: it does not begin another stage when the reading has failed. */
    private void starting(String begun) {
      synchronized (this) {
        stage = begun;
        progress.at(stage, done);
      }
      if (particles != null) {
        particles.check();
      }
    }

    /** From the threads that read, which go on in later stages. */
    private synchronized void reading(double fraction) {
      done = Math.max(done, fraction * READ_SHARE);
      progress.at(stage, done);
    }

    private CatalogueInfo info(
        SnapshotParticles input, double ell, double b, MeanSeparation separations) {
      return new CatalogueInfo(
          input.header(),
          options.groups().particles().snapshot().toString(),
          input.box(),
          new Linking(
              ell,
              b,
              options.groups().linkingLength().by(),
              b * separations.byNumber(),
              b * separations.byMass(),
              options.groups().particles().types(),
              options.groups().attach(),
              options.groups().minLength()),
          input.hasVelocities(),
          new RunRecord(
              version,
              options.execution().commandLine(),
              Provenance.of(
                  input.header().pieces().get(0).file(),
                  input.fingerprint(),
                  options.resultOptions())),
          options.resultOptions(),
          List.of(),
          Double.NaN);
    }

    private HaloReport report(
        CatalogueInfo info,
        SnapshotParticles input,
        CatalogueSummary groups,
        Products products,
        long bytes) {
      return new HaloReport(
          info,
          new HaloReport.Task(input.count(), input.secondaryCount(), spheresSaid, subhaloesSaid),
          device.description(),
          groups == null
              ? null
              : new HaloReport.Result(groups, products.catalogueFile(), products.others()),
          bytes,
          StageTiming.ofAllRanks(clock.stages(), comm),
          Stream.concat(input.remarks().stream(), info.warnings().stream()).toList());
    }
  }
}
