package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.config.UnitChoice;
import org.jzfof.config.search.ExportOptions;
import org.jzfof.config.search.LinkBy;
import org.jzfof.export.CatalogueExporter;
import org.jzfof.export.ExportReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof export}: writes a catalogue as a table. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Writes a catalogue as a table: CSV, ECSV, FITS or VOTable.",
    description = {
      "Writes one row per group or subhalo of a catalogue of any layout, with the units in the metadata, for TOPCAT, astropy, pandas and others. Columns have the names and the conventions of Gadget-4 in all layouts. Vectors are arrays in FITS and VOTable; in CSV and ECSV each of their numbers has a column, such as GroupPos_x, or GroupLenType_4 for a particle type.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof export groups_001 -o haloes.csv",
      "  jzfof export groups_001 -o massive.fits --where 'M200c > 1e3 and GroupLen >= 100'",
      "      groups of more than 1e13 Msun/h, if masses are in 1e10 Msun/h",
      "  jzfof export groups_001 --to ecsv --columns GroupNr,M200c,R200c,GroupPos",
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "CATALOGUE", description = "Any file of a catalogue, or its folder.")
  private Path catalogue;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Format of the table: csv, ecsv, fits or votable (default: by the ending of -o, .csv, .ecsv, .fits or .vot).")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: groups_NNN or subhaloes_NNN with the ending of the format, NNN being the number in the catalogue's name).")
  private String output;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "auto",
      description =
          "What a row is: subhalo, group, or auto for subhaloes if there are any (default:"
              + " ${DEFAULT-VALUE}).")
  private LinkBy by;

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description =
          "Columns to write, in this order, by the name of Gadget-4, the name in the file, or M200c, R200c, Mvir, ... for spheres (default: all).")
  private List<String> columns = List.of();

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      defaultValue = "",
      description =
          "Rows to write: comparisons of a column with a number in the units of the table, by <, <=, >, >=, == or !=, joined by and.")
  private String where;

  @Option(
      names = "--units",
      paramLabel = "NAME",
      defaultValue = "keep",
      description =
          "Units: keep for those of the catalogue (Mpc and 1e10 Msun for yt's cgs); mpc for Mpc/h, 1e10 Msun/h and km/s; kpc for kpc/h and the same; auto for mpc if the catalogue's units have no h, else keep (default: ${DEFAULT-VALUE}).")
  private UnitChoice units;

  @Option(names = "--overwrite", description = "Replace an existing file.")
  private boolean overwrite;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "On failure, print the stack trace.")
  private boolean verbose;

  private final Ranks ranks;
  private final PrintStream out;
  private final String[] args;

  ExportCommand(Ranks ranks, String[] args) {
    this.ranks = ranks;
    this.out = ranks.out();
    this.args = args.clone();
  }

  @Override
  public Integer call() {
    ExportOptions options =
        new ExportOptions(
            catalogue,
            ExportOptions.format(format, output),
            output == null ? "" : output,
            by,
            columns,
            where,
            units,
            overwrite,
            "jzfof " + String.join(" ", args));
    ExportReport report = new CatalogueExporter(VersionProvider.jzfof()).export(options);
    report.warnings().forEach(warning -> ExitCodes.warn(ranks.err(), warning));
    if (!quiet) {
      print(report);
    }
    return ExitCodes.OK;
  }

  private void print(ExportReport report) {
    out.printf("rows             %d of %d %s%n", report.rows(), report.of(), report.kind());
    out.printf(
        "columns          %d: %s%n", report.columns().size(), String.join(", ", report.columns()));
    out.printf("table            %s%n", report.file());
  }
}
