package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.config.UnitChoice;
import org.jzfof.config.catalogues.ExportOptions;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.TableFormat;
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
    header = "Writes a catalogue as a table: CSV, ECSV, FITS, VOTable or ROCKSTAR's.",
    description = {
      "Writes one row per group or subhalo of a catalogue of any layout, for TOPCAT, astropy, pandas and others, with units and other metadata in all formats but CSV. Columns have the names and the conventions of Gadget-4 in all layouts. Vectors are arrays in FITS and VOTable; in CSV and ECSV each of their numbers has a column, such as GroupPos_x, or GroupLenType_4 for a particle type.",
      "",
      "--to rockstar writes out_N.list, the input of consistent-trees, with ROCKSTAR's columns and units, and the parents of subhaloes (PID). Columns that the catalogue cannot fill are 0, and are listed.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof export groups_001 -o haloes.csv",
      "  jzfof export groups_001 -o massive.fits --where 'M200c > 1e3'",
      "      groups of more than 1e13 Msun/h, if masses are in 1e10 Msun/h",
      "  jzfof export groups_001 --to ecsv --columns GroupNr,M200c,R200c,GroupPos",
      "  jzfof export groups_001 --to rockstar",
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "CATALOGUE", description = "Any file of a catalogue, or its folder.")
  private Path catalogue;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Format of the table: csv, ecsv, fits, votable or rockstar (default: by the ending of -o, .csv, .ecsv, .fits, .vot or .list).")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: groups_NNN or subhaloes_NNN with the ending of the format, NNN being the number in the catalogue's name; out_N.list for ROCKSTAR).")
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
      description =
          "Units: keep for those of the catalogue (Mpc and 1e10 Msun for yt's cgs); mpc for Mpc/h, 1e10 Msun/h and km/s; kpc for kpc/h and the same; auto for mpc if the catalogue's units have no h, else keep (default: keep; ROCKSTAR has its own).")
  private UnitChoice units;

  @Option(
      names = "--links",
      paramLabel = "DIR",
      defaultValue = "",
      description =
          "With --to rockstar: folder with the links of jzfof link, for DescID (default: that of the catalogue, or the one above; -1 without links).")
  private String links;

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
    TableFormat tableFormat = ExportOptions.format(format, output);
    UnitChoice usual = tableFormat == TableFormat.ROCKSTAR ? UnitChoice.MPC : UnitChoice.KEEP;
    ExportOptions options =
        new ExportOptions(
            catalogue,
            tableFormat,
            output == null ? "" : output,
            by,
            columns,
            where,
            units == null ? usual : units,
            links,
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
    if (!report.missing().isEmpty()) {
      out.printf("not known        %s%n", String.join(", ", report.missing()));
    }
    out.printf("table            %s%n", report.file());
  }
}
