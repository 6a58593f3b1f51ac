package org.jzfof.spheres.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.Overdensity;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.config.search.SphereFileOptions;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SearchSpace;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.output.RunRecord;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.pipeline.stages.InsideStage;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.particles.SnapshotParticles;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.properties.CosmologyFactors;
import org.jzfof.spheres.properties.ShellMeasurement;

/**
 * Runs {@code jzfof so}: checks the centres and the snapshot, reads the particles onto the device,
 * measures the spheres around the centres, and writes them.
 */
public final class CatalogueSpheres {
  /** Bytes per particle for weights and tree nodes, besides its columns. */
  private static final long MEASURE_BYTES = 40;

  private final Communicator comm;
  private final String version;

  /**
   * @param version version of jzfof, for the file
   */
  public CatalogueSpheres(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Measures the spheres and, unless it is a dry run, writes them.
   *
   * @throws org.jzfof.error.JzfofException if the catalogue, the snapshot, the output, the device
   *     or the memory is not suitable
   */
  public SphereReport find(SphereFileOptions options, ProgressListener progress) {
    return SearchRun.execute(
        options.execution().computer(),
        comm,
        progress,
        run -> new Measurement(options, run).find());
  }

  /** A measurement on one backend. */
  private final class Measurement {
    private final SphereFileOptions options;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;
    private final ResultGather gather = new ResultGather(comm);

    Measurement(SphereFileOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
    }

    SphereReport find() {
      SnapshotParticles input = clock.time("open snapshot", this::open);
      SnapshotHeader header = input.header();
      CentreSource source =
          clock.time(
              "open catalogue",
              () -> CentreSource.of(options, header, input.box(), input.fingerprint()));
      run.warn(source.remarks());
      run.warn(input.warnings());
      requireLinked(header);
      NeighbourOrigin origin = origin(input, header);
      Path snapshot = header.pieces().get(0).file();
      NeighbourFiles files =
          new NeighbourFiles(options.output().file("spheres", SnapshotFiles.number(snapshot)), 1);
      List<Path> inputs = new ArrayList<>(header.files());
      inputs.addAll(source.files());
      files.check(
          comm,
          options.execution().inputs(inputs),
          new Replacement(origin.run().provenance(), options.output().overwrite()));
      SphereSearch search = search(input, source);
      long bytes = input.rows() * (input.bytesPerRow() + MEASURE_BYTES);
      new MemoryCheck(backend).requireForGroups(input.rows(), bytes);
      SphereTable table =
          new SphereTable(
              origin,
              source.centres(),
              spheres(search, source, null),
              GroupProperties.NONE,
              source.linked(),
              null);
      if (!options.execution().dryRun()) {
        SphereTable measured = measure(input, search, source, table);
        run.warn(input.boxMassWarning().stream().toList());
        clock.run("write", () -> run.warn(files.write(comm, t -> write(t, measured))));
        table = measured;
      }
      return new SphereReport(
          table,
          run.reason(),
          options.execution().dryRun() ? null : files.files().get(0),
          bytes,
          run.timings(),
          run.warnings());
    }

    private void requireLinked(SnapshotHeader header) {
      int[] linked = options.linked() == null ? new int[0] : options.linked();
      for (int type : linked) {
        if (type >= header.types() || header.counts()[type] == 0) {
          throw new UsageException(
              "--linked-types has %d, but %s has no particles of this type: name types that it has"
                  .formatted(type, options.snapshot()));
        }
      }
    }

    private SnapshotParticles open() {
      int[] types = options.types();
      if (types == null) {
        Snapshot snapshot = Snapshot.open(options.snapshot(), options.headers(), comm);
        long[] counts = snapshot.header().counts();
        types =
            IntStream.range(0, counts.length)
                .filter(t -> counts[t] > 0 && snapshot.has(ParticleColumn.COORDINATES, t))
                .toArray();
      }
      if (types.length == 0) {
        throw new SnapshotException(
            options.snapshot() + " has no particles: name a snapshot that has some");
      }
      return SnapshotParticles.open(
          new ParticleChoice(options.snapshot(), types, true, null, options.headers()),
          false,
          comm);
    }

    private NeighbourOrigin origin(SnapshotParticles input, SnapshotHeader header) {
      return new NeighbourOrigin(
          new NeighbourOrigin.Sources(
              header, options.snapshot().toString(), input.types(), input.count()),
          new NeighbourOrigin.Queries(options.catalogue().toString(), new int[0]),
          input.box().size(),
          input.box().periodic(),
          new RunRecord(
              version,
              options.execution().commandLine(),
              Provenance.of(
                  header.pieces().get(0).file(), input.fingerprint(), options.resultOptions())));
    }

    private SphereSearch search(SnapshotParticles input, CentreSource source) {
      List<String> warnings = new ArrayList<>();
      SphereOptions requested = options.spheres().withTypes(options.types());
      SphereOptions possible =
          input.hasVelocities()
              ? requested
              : requested.withoutProperties(Set.of(Property.INSIDE), warnings);
      if (options.profiles() != null && !input.hasVelocities()) {
        warnings.add(
            "the snapshot lacks velocities that dispersions of --profiles need: these are left out");
      }
      run.warn(warnings);
      return SphereSearch.of(
          possible,
          input.header(),
          SearchSpace.of(input.box()),
          source.linked(),
          Double.NaN,
          new ArrayList<>());
    }

    /** Returns the spheres of all groups; columns are null without a measurement. */
    private static GroupSpheres spheres(
        SphereSearch search, CentreSource source, SphereMeasurement.Measured found) {
      double[] position = source.centres().position();
      return found == null
          ? new GroupSpheres(search.options(), position, null, null, null, null, null)
          : new GroupSpheres(
              search.options(),
              position,
              found.masses().mass(),
              found.masses().radius(),
              found.number(),
              found.masses().several(),
              null);
    }

    private SphereTable measure(
        SnapshotParticles input, SphereSearch search, CentreSource source, SphereTable table) {
      SearchSpace space = SearchSpace.of(input.box());
      EvenShares shares = new EvenShares(table.groups(), comm.size());
      int from = (int) shares.start(comm.rank());
      int to = from + (int) shares.count(comm.rank());
      FixedPoint map = space.map();
      int[] centre = new int[3 * (to - from)];
      double[] position = source.centres().position();
      Arrays.setAll(centre, i -> map.toNearest(position[3 * from + i], i % 3));
      SphereMeasurement.Groups groups =
          new SphereMeasurement.Groups(
              centre,
              Arrays.copyOfRange(source.mass(), from, to),
              Arrays.copyOfRange(source.length(), from, to));
      SphereMeasurement measurement =
          new SphereMeasurement(
              new SphereMeasurement.Device(
                  backend.spheres(), backend.tree(), backend.fofShape(), backend.memory()),
              comm,
              map,
              search.problem());
      boolean velocities =
          search.options().properties().contains(Property.INSIDE)
              || options.profiles() != null && input.hasVelocities();
      InsideStage inside = new InsideStage(backend, comm, map, search);
      InsideStage.Centres around =
          new InsideStage.Centres(
              centre,
              new double[centre.length],
              GroupEpochs.OF_SNAPSHOT,
              Map.of(),
              input.header().types());
      try (Particles particles = particles(input, space, velocities);
          SortedPoints points = clock.time("Morton sort", () -> sorted(particles))) {
        SphereTable spheres =
            clock.time(
                "spheres",
                () ->
                    measurement.measure(
                        runs(points, particles),
                        groups,
                        search.types().measured(),
                        (sums, found) ->
                            table.with(
                                spheres(search, source, gather.all(found)),
                                gather.all(inside.measure(sums, found, around)))));
        if (options.profiles() == null) {
          return spheres;
        }
        CosmologyFactors background = search.background().apply(input.header().scaleFactor());
        ShellMeasurement shells = new ShellMeasurement(backend.inside(), comm, map, background);
        ProfileStage stage = new ProfileStage(measurement, shells, background, comm);
        GroupSpheres all = spheres.spheres();
        ShellMeasurement.ShellCentres shellsAround =
            new ShellMeasurement.ShellCentres(
                centre, ofProfileLimit(all, all.radius(), from, to), options.profiles().edges());
        ProfileStage.Points read =
            new ProfileStage.Points(runs(points, particles), input.types(), input.hasVelocities());
        double[] mass = ofProfileLimit(all, all.mass(), from, to);
        return clock.time("profiles", () -> spheres.with(stage.measure(read, shellsAround, mass)));
      }
    }

    /** Returns, for groups [from, to), the values of the sphere that scales the profiles. */
    private static double[] ofProfileLimit(
        GroupSpheres spheres, double[] values, int from, int to) {
      List<Overdensity> limits = spheres.limits();
      int limit = limits.indexOf(SphereFileOptions.PROFILE_LIMIT);
      double[] selected = new double[to - from];
      Arrays.setAll(selected, g -> values[(from + g) * limits.size() + limit]);
      return selected;
    }

    private List<SphereMeasurement.ParticleSet> runs(SortedPoints points, Particles particles) {
      return points.count() == 0
          ? List.of()
          : List.of(new SphereMeasurement.ParticleSet(points, particles));
    }

    private Particles particles(SnapshotParticles input, SearchSpace space, boolean velocities) {
      Particles read =
          clock.time("read", () -> input.loadMasses(space, backend, velocities, f -> {}));
      return comm.size() == 1 ? read : clock.time("exchange", () -> exchanged(read));
    }

    private Particles exchanged(Particles read) {
      DomainDecomposition domains =
          DomainDecomposition.of(read.positions(), read.count(), backend.particles(), comm);
      try (Redistribution redistribution =
          new Redistribution(
              domains.partition(read.positions(), read.count()),
              backend.particles(),
              backend.memory(),
              run.arrays())) {
        backend.requireParticles(redistribution.count());
        return read.redistribute(redistribution);
      }
    }

    private SortedPoints sorted(Particles particles) {
      return backend
          .particles()
          .mortonSort(
              particles.positions(), particles.count(), 21, backend.fofShape().maxLeafPoints());
    }

    private void write(List<Path> temporary, SphereTable table) {
      if (comm.rank() == 0) {
        SphereFile.write(temporary.get(0), table);
      }
    }
  }
}
