package org.jzfof.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzfof.catalogue.stored.StoredCatalogue;

/**
 * The list of haloes that ROCKSTAR writes for consistent-trees, out_N.list: text with spaces, below
 * a line with the names of the columns and comments.
 */
final class RockstarList implements TableWriter {
  private final List<TableColumn> columns;
  private final BufferedWriter out;

  private RockstarList(List<TableColumn> columns, BufferedWriter out) {
    this.columns = columns;
    this.out = out;
  }

  /** Begins a list. */
  static RockstarList create(Path file, List<TableColumn> columns, List<String> comments)
      throws IOException {
    BufferedWriter out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    out.write("#" + columns.stream().map(TableColumn::name).collect(Collectors.joining(" ")));
    for (String comment : comments) {
      out.write("\n#" + comment.replaceAll("\\R", " "));
    }
    out.write("\n");
    return new RockstarList(columns, out);
  }

  /**
   * Returns the comments of ROCKSTAR that are true of a catalogue, and those about jzfof.
   *
   * @param header metadata of the table
   * @param missing columns that the catalogue cannot fill
   */
  static List<String> comments(
      StoredCatalogue catalogue, List<HeaderEntry> header, List<String> missing) {
    List<String> comments = new ArrayList<>();
    double a = 1 / (1 + catalogue.header("Redshift"));
    comments.add(text("a = %f", a));
    comments.add(
        text(
            "Om = %f; Ol = %f; h = %f",
            catalogue.number("Omega0"),
            catalogue.number("OmegaLambda"),
            catalogue.number("HubbleParam")));
    double[] linking = catalogue.parameters("LinkingLengthOverMeanSeparation");
    if (linking.length > 0) {
      comments.add(text("FOF linking length: %f", linking[0]));
    }
    comments.add(text("Box size: %f Mpc/h", catalogue.boxSize()[0]));
    comments.add("Units: Masses in Msun / h");
    comments.add("Units: Positions in Mpc / h (comoving)");
    comments.add("Units: Velocities in km / s (physical, peculiar)");
    comments.add("Units: Halo Distances, Lengths, and Radii in kpc / h (comoving)");
    comments.add("Units: Angular Momenta in (Msun/h) * (Mpc/h) * km/s (physical)");
    comments.add("Units: Spins are dimensionless");
    comments.add("Haloes of another finder than ROCKSTAR, in its format");
    header.forEach(entry -> comments.add(entry.name() + ": " + entry.value()));
    comments.add("Unknown: " + (missing.isEmpty() ? "none" : String.join(" ", missing)));
    return comments;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  @Override
  public void write(List<Numbers> numbers, int[] rows) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int row : rows) {
      line.setLength(0);
      for (int c = 0; c < columns.size(); c++) {
        line.append(c == 0 ? "" : " ").append(numbers.get(c).text(columns.get(c).type(), row));
      }
      out.append(line.append('\n'));
    }
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
