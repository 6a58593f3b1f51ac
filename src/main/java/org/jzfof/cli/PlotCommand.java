package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.common.SnapshotOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;
import org.jzfof.match.StoredMatch;
import org.jzfof.output.AtomicFile;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.SourceMismatch;
import org.jzfof.plot.Figure;
import org.jzfof.plot.PlotRequest;
import org.jzfof.plot.ProfileRequest;
import org.jzfof.plot.TreeRequest;
import org.jzfof.plot.lightcone.LightconeFigure;
import org.jzfof.plot.lightcone.LightconeRequest;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.spheres.catalogue.StoredProfiles;
import org.jzfof.trees.StoredTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jzfof plot}: draws a picture of a catalogue. */
@Command(
    name = "plot",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header =
        "Draws the mass function of a catalogue and a slice of its snapshot, profiles, trees or matches.",
    description = {
      "Draws the mass function of the groups with 1-sigma Poisson errors, and models of it with"
          + " --model. With --snapshot a second panel shows the projected density of a slab, with"
          + " circles of the stored radius around its largest groups; the largest are numbered, and their subhaloes, except the first of each, are marked with circles of their half-mass radius.",
      "For the groups of a light cone, it draws a wedge, redshift against right ascension in a band of declination, with circles by mass; and the number of groups above some masses per redshift and steradian, with models of it.",
      "For a file of jzfof so --profiles, it draws the density, or the velocity dispersion, against r/R200c for the groups with the largest M200c, one panel for each particle type.",
      "For trees.hdf5 of jzfof trees or Gadget-4, it draws the history of one halo: the masses of"
          + " its branches, and how they merge. For a file of jzfof match, it draws the ratio of the masses of matched haloes. No display is needed."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof plot groups_001 -o mass-function.png",
      "  jzfof plot groups_001 --snapshot snapshot_001.hdf5 -o haloes.png",
      "  jzfof plot groups_001 --snapshot snapshot_001.hdf5 -o slice.png --axis x --slab 10,15",
      "  jzfof plot groups_001 --mass-function cumulative --height 1600 -o poster.png",
      "  jzfof plot groups_001 --mass 200c --model tinker08,despali16 -o models.png",
      "  jzfof plot groups_001 --model tinker08 --sigma8 0.9 -o sigma8.png",
      "  jzfof plot lightcone/groups_0000 --model tinker08 -o wedge.png",
      "  jzfof plot lightcone/groups_0000 --band=-5,5 --mass-limits 1e12,1e13 -o narrow.png",
      "  jzfof plot spheres_001.hdf5 --largest 3 -o profiles.png",
      "  jzfof plot spheres_001.hdf5 --profile dispersion -o dispersions.png",
      "  jzfof plot trees.hdf5 --tree 0 -o tree.png",
      "  jzfof plot twins.hdf5 -o ratio.png"
    })
final class PlotCommand implements Callable<Integer> {
  private static final List<String> OF_PROFILES = List.of("--profile", "--largest");
  private static final List<String> OF_TREES = List.of("--branches");
  private static final List<String> OF_MASSES =
      List.of("--mass", "--model", "--sigma8", "--spectral-index", "--omega-baryon");
  private static final List<String> OF_LIGHTCONES =
      List.of("--band", "--mass-limits", "--redshift-bins", "--sky-area");
  private static final List<String> OF_BOXES =
      List.of(
          "--snapshot",
          "--trust-headers",
          "--unit-length",
          "--unit-mass",
          "--unit-velocity",
          "--omega-m",
          "--omega-lambda",
          "--hubble",
          "--mass-function",
          "--axis",
          "--slab",
          "--circles");

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  /** The two forms of a mass function. */
  private enum MassFunction {
    DIFFERENTIAL,
    CUMULATIVE;

    @Override
    public String toString() { // in the form of shell completion
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The axes of projection. */
  private enum Axis {
    X,
    Y,
    Z;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      paramLabel = "CATALOGUE",
      description =
          "Any file of a catalogue, or its folder; or a file of jzfof so --profiles; or trees.hdf5; or a file of jzfof match.")
  private Path catalogue;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Picture to write, FILE.png.")
  private Path output;

  @Option(
      names = "--snapshot",
      paramLabel = "SNAPSHOT",
      description = "The snapshot of the catalogue, for a panel with its density.")
  private Path snapshot;

  @Mixin private SnapshotOptions headers = new SnapshotOptions();

  @Option(
      names = "--mass-function",
      paramLabel = "KIND",
      defaultValue = "differential",
      description =
          "differential, dn/dlog10 M, or cumulative, n(>= M) (default: ${DEFAULT-VALUE}).")
  private MassFunction massFunction;

  @Option(
      names = "--mass",
      paramLabel = "LIMIT",
      description =
          "Masses to count: those of spheres, such as 200c or vir (default: masses of the groups).")
  private String mass;

  @Mixin private ModelOptions models = new ModelOptions();

  @Option(
      names = "--axis",
      paramLabel = "AXIS",
      defaultValue = "z",
      description = "Axis along which to project: x, y or z (default: ${DEFAULT-VALUE}).")
  private Axis axis;

  @Option(
      names = "--slab",
      paramLabel = "FROM,TO",
      split = ",",
      description =
          "Ends of the slab along the axis, in the length unit of the snapshot (default: a fifth of"
              + " the box around the largest group).")
  private double[] slab;

  @Option(
      names = "--circles",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "Number of groups of the slab to mark, largest first (default: ${DEFAULT-VALUE}).")
  private int circles;

  @Option(
      names = "--band",
      paramLabel = "FROM,TO",
      split = ",",
      description =
          "For light cones: declinations of the wedge in degrees (default: 20 degrees in the middle of"
              + " the groups).")
  private double[] band;

  @Option(
      names = "--mass-limits",
      paramLabel = "M",
      split = ",",
      description =
          "For light cones: masses above which groups are counted, in the unit of the picture (default:"
              + " up to three, such as 1e12,3e12,1e13, from twice the smallest group on).")
  private double[] massLimits;

  @Option(
      names = "--redshift-bins",
      paramLabel = "FROM,TO,N",
      split = ",",
      description =
          "For light cones: redshifts between which groups are counted, and number of bins (default: ten"
              + " bins up to the last group).")
  private double[] redshiftBins;

  @Option(
      names = "--sky-area",
      paramLabel = "DEG2",
      description =
          "For light cones: area of the cone on the sky in square degrees (default: an"
              + " estimate from the places of the groups).")
  private Double skyArea;

  @Option(
      names = "--profile",
      paramLabel = "QUANTITY",
      defaultValue = "density",
      description =
          "For profiles: density (r^2 rho) or rho, in units of the critical density and R200c, or dispersion (one-dimensional velocity dispersion) (default: ${DEFAULT-VALUE}).")
  private ProfileRequest.Quantity profile;

  @Option(
      names = "--largest",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "For profiles: number of groups with the largest M200c, at most 20 (default: ${DEFAULT-VALUE}).")
  private int largest;

  @Option(
      names = "--tree",
      paramLabel = "GROUP",
      description =
          "For trees: draw the history of the group or subhalo with this number in the last snapshot.")
  private Integer tree;

  @Option(
      names = "--branches",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "For trees: number of branches beside the main one, largest first, at most 100 (default:"
              + " ${DEFAULT-VALUE}).")
  private int branches;

  @Option(
      names = "--height",
      paramLabel = "PIXELS",
      defaultValue = "800",
      description = "Height of the picture in pixels (default: ${DEFAULT-VALUE}).")
  private int height;

  @Option(
      names = {"-v", "--verbose"},
      description = "On failure, print the stack trace.")
  private boolean verbose;

  @Spec private CommandSpec spec;

  private final Ranks ranks;
  private final List<String> remarks = new ArrayList<>();

  PlotCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Option(
      names = "--overwrite",
      description = "Replace an existing file even if it is not a picture.")
  private boolean overwrite;

  @Override
  public Integer call() {
    if (!output.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
      throw new UsageException("-o is " + output + ": pictures are PNG files, name it FILE.png");
    }
    AtomicFile picture = new AtomicFile(output, "-o", "picture", PNG);
    picture.check(ReadFiles.of(spec), overwrite); // before reading a large snapshot
    Figure figure = figure();
    remarks.addAll(picture.write(figure.png()));
    Stream.concat(figure.warnings().stream(), remarks.stream())
        .forEach(warning -> ExitCodes.warn(ranks.err(), warning));
    ranks.out().println("picture          " + output);
    return ExitCodes.OK;
  }

  private Figure figure() {
    if (tree != null) {
      return treeFigure();
    }
    if (StoredTree.isIn(catalogue)) {
      throw new UsageException(catalogue + " has merger trees: choose a group with --tree GROUP");
    }
    if (StoredMatch.isIn(catalogue)) {
      return matchFigure();
    }
    return StoredProfiles.isSphereFile(catalogue) ? profileFigure() : catalogueFigure();
  }

  private Figure catalogueFigure() {
    StoredCatalogue stored = StoredCatalogue.open(catalogue);
    OutputFiles.requireNoInput(output, stored.files());
    requireAbsent(catalogue + " is a catalogue", List.of(OF_PROFILES, OF_TREES));
    if (!CatalogueCheck.isOfLightcone(stored)) {
      requireAbsent(catalogue + " is of a snapshot", List.of(OF_LIGHTCONES));
      return massFunctionFigure(stored);
    }
    requireAbsent(catalogue + " is of a light cone", List.of(OF_BOXES));
    return LightconeFigure.of(
        new LightconeRequest(
            catalogue, limit(), band, massLimits, redshiftBins, skyArea, models.request(), height));
  }

  private Overdensity limit() {
    return mass == null ? null : Overdensity.of("--mass", mass);
  }

  private Figure matchFigure() {
    requireAbsent(catalogue + " has matches", List.of(OF_BOXES, OF_MASSES, OF_LIGHTCONES));
    requireAbsent(catalogue + " has matches", List.of(OF_PROFILES, OF_TREES));
    return Figure.ofMatch(catalogue, height);
  }

  private Figure treeFigure() {
    String why = "--tree draws a merger tree";
    requireAbsent(why, List.of(OF_BOXES, OF_MASSES, OF_LIGHTCONES, OF_PROFILES));
    TreeRequest request = new TreeRequest(catalogue, tree, branches, height);
    return Figure.of(request);
  }

  private Figure profileFigure() {
    requireAbsent(
        catalogue + " has profiles", List.of(OF_BOXES, OF_MASSES, OF_LIGHTCONES, OF_TREES));
    ProfileRequest request = new ProfileRequest(catalogue, largest, profile, height);
    return Figure.of(request);
  }

  private Figure massFunctionFigure(StoredCatalogue stored) {
    if (snapshot != null) {
      Snapshot opened = Snapshot.open(snapshot, headers.headerChoice());
      OutputFiles.requireNoInput(output, opened.header().files());
      Path first = opened.header().pieces().get(0).file();
      SourceMismatch.remark(stored.files().get(0), first, () -> SnapshotFingerprint.of(opened))
          .ifPresent(remarks::add); // not printed yet, so that a failure prints a single line
    }
    return Figure.of(
        new PlotRequest(
            catalogue,
            snapshot,
            headers.headerChoice(),
            limit(),
            massFunction == MassFunction.CUMULATIVE,
            new PlotRequest.DensityView(axis.ordinal(), slab, circles),
            models.request(),
            height));
  }

  /** Checks that the command line has none of the options that would have no effect. */
  private void requireAbsent(String why, List<List<String>> lists) {
    for (String option : lists.stream().flatMap(List::stream).toList()) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException(
            "%s, for which there is no %s: leave it out".formatted(why, option));
      }
    }
  }
}
