package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.config.catalogues.ExportOptions;

/** The metadata of a table: where it comes from, and the run that its rows are from. */
final class TableHeader {
  private final List<HeaderEntry> entries = new ArrayList<>();

  private TableHeader() {}

  /**
   * Returns the entries; numbers that the catalogue does not state are left out.
   *
   * @param version version of jzfof
   */
  static List<HeaderEntry> of(
      StoredCatalogue catalogue, NamedColumns table, ExportOptions options, String version) {
    TableHeader header = new TableHeader();
    header.origin(catalogue, table, options, version);
    header.run(catalogue, TableUnits.of(catalogue));
    return List.copyOf(header.entries);
  }

  /** Returns whether a catalogue is of a run with expansion; so it is if it does not say. */
  static boolean isComoving(StoredCatalogue catalogue) {
    return catalogue.number("ComovingIntegrationOn") != 0;
  }

  private void origin(
      StoredCatalogue catalogue, NamedColumns table, ExportOptions options, String version) {
    String writer = catalogue.isFromJzfof() ? "jzfof " + catalogue.version() : "another program";
    text("creator", "CREATOR", "jzfof " + version, "program that has written this table");
    text("command", "HISTORY", options.commandLine(), "command that has written this table");
    text("catalogue", "CATALOG", catalogue.files().get(0).toString(), "first file");
    integer("catalogue_files", "NFILES", catalogue.files().size(), "files of the catalogue");
    text("catalogue_layout", "LAYOUT", catalogue.layoutName(), "layout of the catalogue");
    text("catalogue_creator", "WRITER", writer, "program that has written the catalogue");
    integer("catalogue_rows", "NROWSCAT", table.rows(), table.kind() + " of the catalogue");
    if (!options.where().isBlank()) {
      text("where", "SELECT", options.where(), "condition that the rows fulfil");
    }
  }

  private void time(double redshift, boolean comoving) {
    number("redshift", "REDSHIFT", redshift, "", "redshift");
    if (comoving) {
      number("scale_factor", "SCALEFAC", 1 / (1 + redshift), "", "scale factor");
    }
  }

  private void run(StoredCatalogue catalogue, TableUnits units) {
    if (units.timed()) {
      time(catalogue.header("Redshift"), units.comoving());
    }
    String length = units.ofLengths();
    double[] box = catalogue.boxSize();
    if (box[0] == box[1] && box[0] == box[2]) {
      number("box_size", "BOXSIZE", box[0], length, "side of the box");
    } else {
      for (int d = 0; d < 3; d++) {
        String axis = "xyz".substring(d, d + 1);
        String keyword = "BOXSIZE" + (d + 1);
        number("box_size_" + axis, keyword, box[d], length, "side of the box along " + axis);
      }
    }
    integer("periodic", "PERIODIC", catalogue.periodic() ? 1 : 0, "1 for a periodic box");
    number("Omega0", "OMEGA0", catalogue.number("Omega0"), "", "density of matter today");
    number("OmegaLambda", "OMEGAL", catalogue.number("OmegaLambda"), "", "of dark energy");
    number("OmegaBaryon", "OMEGAB", catalogue.number("OmegaBaryon"), "", "of baryons");
    number("HubbleParam", "HUBBLE", catalogue.number("HubbleParam"), "", "Hubble parameter h");
    double linking = catalogue.lengthParameter("LinkingLength");
    number("linking_length", "LINKLEN", linking, length, "linking length");
    double[] b = catalogue.parameters("LinkingLengthOverMeanSeparation");
    number("linking_length_b", "LINKB", b.length > 0 ? b[0] : Double.NaN, "", "linking length b");
    if (units.units().perHubble()) {
      text("unit_littleh", "LITTLEH", "h = H0 / (100 km/s/Mpc)", "littleh in units");
    }
  }

  private void text(String name, String keyword, String value, String comment) {
    entries.add(HeaderEntry.of(name, keyword, value, comment));
  }

  private void integer(String name, String keyword, long value, String comment) {
    entries.add(HeaderEntry.of(name, keyword, value, comment));
  }

  private void number(String name, String keyword, double value, String unit, String comment) {
    if (Double.isFinite(value)) {
      entries.add(new HeaderEntry(name, keyword, value, unit, comment));
    }
  }
}
