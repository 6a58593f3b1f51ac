package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jzfof.cli.common.CommonOptions;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.LightconeOptions;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.cli.common.ParticleOptions;
import org.jzfof.cli.common.ProductOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.common.SphereChoice;
import org.jzfof.cli.common.SubhaloChoice;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.common.WriteOptions;
import org.jzfof.cli.ranks.BatchOptions;
import org.jzfof.cli.ranks.RankedCommand;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.reports.GroupSummary;
import org.jzfof.cli.reports.SnapshotSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.cli.reports.UnitAdvice;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.doctor.CompiledCode;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.pipeline.HaloSearch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jzfof run}: finds the haloes of snapshots and writes their catalogues. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Finds the haloes of snapshots.",
    description =
        "Finds the friends-of-friends haloes of each snapshot and writes"
            + " DIR/groups_NNN/fof_subhalo_tab_NNN.0.hdf5, NNN being the number in the snapshot's"
            + " name, or the name if it has none.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof run snapshot_001.hdf5",
      "  jzfof run snapdir_099/snap_099 -o out -b 0.28 --min-length 32",
      "  jzfof run galaxy.hdf5 --open --linking-length 0.5 --types 0,1,4",
      "  jzfof run gadget2/snap_004 --unit-length Mpc/h -o out",
      "      a binary snapshot, which states no units: kpc/h, 1e10 Msun/h, km/s are assumed",
      "  jzfof run 'snapdir_*' -o out --resume --max-time 3h50m",
      "  jzfof run 'output/snapshot_*' -o out --link",
      "      also descendants and progenitors, as jzfof link finds them",
      "  jzfof run snapdir_099/snap_099 --types 1 --attach 0,4,5 --membership --reorder -o out",
      "  jzfof run snapshot_001.hdf5 --linking-length-from mass --format yt",
      "  jzfof run --lightcone lightcone_00 -o out",
      "      all shells of a light cone of Gadget-4, with redshifts and places on the sky",
      "  jzfof run --lightcone lightcone_00 -o out --slices 2",
      "      half of them at a time, for less memory",
      "  jzfof run snapshot_001.hdf5 --so 200c,500c,200m,vir",
      "  jzfof run snapshot_001.hdf5 --so 200c,vir --format swift",
      "  jzfof run snapshot_001.hdf5 --properties all",
      "  jzfof run snapshot_001.hdf5 --subhaloes --reorder -o out",
      "  jzfof run --dry-run snapdir_099/snap_099"
    })
@Heading(Heading.GROUPS)
final class RunCommand implements Callable<Integer> {
  @Mixin private BatchOptions batch = new BatchOptions();

  @Mixin private ParticleOptions particles = new ParticleOptions();

  @Mixin private LightconeOptions lightcone = new LightconeOptions();

  @Heading(Heading.OUTPUT)
  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for groups_NNN (default: the current one).")
  private Path output = Path.of("");

  @ArgGroup private Linking linking = new Linking();

  /** The two forms of the linking length, of which one may be given. */
  private static final class Linking {
    @Option(
        names = "-b",
        paramLabel = "B",
        description = "Linking length in mean separations of the linked particles (default: 0.2).")
    private Double b;

    @Option(
        names = "--linking-length",
        paramLabel = "L",
        description = "Linking length in the length unit of the snapshot.")
    private Double absolute;

    private LinkingLength linkingLength(SeparationBy by) {
      return absolute != null
          ? new LinkingLength(absolute, false, by)
          : new LinkingLength(b != null ? b : 0.2, true, by);
    }
  }

  @Option(
      names = "--linking-length-from",
      paramLabel = "WHAT",
      description =
          "How to obtain the mean separation: from the number of linked particles, (V/N)^(1/3), or from their mean mass, (m/rho)^(1/3), as in Gadget-4: number or mass (default: number; mass with --lightcone).")
  private SeparationBy separationBy;

  @Option(
      names = "--attach",
      paramLabel = "T",
      split = ",",
      description =
          "Particle types to add to the group of their nearest linked particle, if it is within"
              + " the linking length, such as 0,4,5.")
  private int[] attach = new int[0];

  @Option(
      names = "--min-length",
      paramLabel = "N",
      defaultValue = "20",
      description = "Smallest group to keep (default: ${DEFAULT-VALUE}).")
  private int minLength;

  @Mixin private SphereChoice spheres = new SphereChoice();

  @Mixin private SubhaloChoice subhaloes = new SubhaloChoice();

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Heading(Heading.OUTPUT)
  @Option(
      names = "--no-ids",
      description = "Leave IDs out of the catalogue and the membership file.")
  private boolean noIds;

  @Mixin private ProductOptions products = new ProductOptions();

  @Mixin private WriteOptions write = new WriteOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  @Spec private CommandSpec spec;

  private final Function<Communicator, HaloSearch> search;
  private final Ranks ranks;
  private final PrintStream out;
  private final PrintStream err;
  private final String[] args;

  RunCommand(Function<Communicator, HaloSearch> search, Ranks ranks, String[] args) {
    this.search = search;
    this.ranks = ranks;
    this.out = ranks.out();
    this.err = ranks.err();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    if (lightcone.given() ? batch.isControlled() : batch.isBatch()) {
      return new BatchRun(search, ranks, rankOptions, batch, loudness).run(batchOptions());
    }
    RunOptions options = singleRun();
    HaloReport report =
        RankedCommand.runOnAllRanks(
            ranks,
            rankOptions,
            loudness,
            RankedCommand.Task.of("run", options.commonOptions(), options.execution().computer()),
            (comm, computer, progress) ->
                search.apply(comm).find(options.withComputer(computer), progress));
    if (!loudness.quiet()) {
      print(report);
    }
    return ExitCodes.OK;
  }

  /** Returns the options of a run on one snapshot, or on the files of a light cone. */
  private RunOptions singleRun() {
    List<Path> files = batch.files();
    return options(files.get(0), lightcone.lightcone(files), "jzfof " + String.join(" ", args));
  }

  private List<RunOptions> batchOptions() {
    if (lightcone.given()) {
      requireUnlinked();
      return List.of(singleRun());
    }
    String shared = CommonOptions.of(spec.commandLine().getParseResult(), BatchOptions.NAMES);
    List<Path> snapshots = batch.snapshots(); // once: a list may be a pipe
    Optional<Lightcone> none = lightcone.lightcone(snapshots);
    return snapshots.stream().map(s -> options(s, none, "jzfof run " + s + shared)).toList();
  }

  private void requireUnlinked() {
    if (batch.links().isPresent()) {
      throw new UsageException(
          "--link joins catalogues of successive snapshots, and a light cone has one: leave it out");
    }
  }

  private RunOptions options(Path snapshot, Optional<Lightcone> cone, String commandLine) {
    ParticleChoice choice = particles.choice(snapshot);
    return new RunOptions(
        new GroupDefinition(
            cone.map(choice::ofLightcone).orElse(choice),
            attach,
            linking.linkingLength(separationBy(cone.isPresent())),
            minLength),
        output,
        spheres.sphereOptions(),
        subhaloes.subhaloOptions(),
        !noIds,
        products.outputOptions(write),
        new Execution(computer.computer(), write.dryRun(), commandLine, ReadFiles.of(spec)));
  }

  private SeparationBy separationBy(boolean ofLightcone) {
    SeparationBy usual = ofLightcone ? SeparationBy.MASS : SeparationBy.NUMBER;
    return separationBy == null ? usual : separationBy;
  }

  /** Describes the files of the catalogue: only the format of Gadget may have several. */
  private String catalogue(Path file) {
    return products.isGadget() ? write.describe(file) : file.toString();
  }

  private void print(HaloReport report) {
    GroupSummary.printSearch(out, report);
    if (loudness.verbose()) {
      out.println("compiled code    " + CompiledCode.describe());
      SnapshotSummary.printReadings(
          out, report.info().snapshot(), report.info().linking().primaryTypes());
      SnapshotSummary.printReadings(
          out, report.info().snapshot(), report.info().linking().secondaryTypes());
    }
    String several = ranks.description(rankOptions);
    if (several != null) {
      out.println("ranks            " + several);
    }
    report.warnings().forEach(warning -> ExitCodes.warn(err, warning));
    if (report.result() == null) {
      out.println("memory needed    about " + StageTable.bytes(report.estimatedBytes()));
      out.println("dry run          nothing written");
    } else {
      GroupSummary.printGroups(out, report.info(), report.result().groups());
      out.println();
      StageTable.printWhole(out, report.stages(), loudness.verbose() && several != null);
      out.println();
      out.println("catalogue        " + catalogue(report.result().file()));
      report.result().others().forEach(file -> out.println("also written     " + file));
      if (products.isGadget()) {
        UnitAdvice.of(report.info().snapshot(), products.units())
            .ifPresent(advice -> out.println("units            " + advice));
      }
    }
  }
}
