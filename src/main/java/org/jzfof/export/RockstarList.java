package org.jzfof.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The list of haloes that ROCKSTAR writes for consistent-trees, out_N.list: text with spaces, below
 * a line with the names of the columns and comments.
 */
final class RockstarList {
  private RockstarList() {}

  /** Begins a list. */
  static TextTable create(Path file, TableContent content) throws IOException {
    List<String> head = new ArrayList<>();
    head.add(
        "#" + content.columns().stream().map(TableColumn::name).collect(Collectors.joining(" ")));
    comments(content).forEach(comment -> head.add("#" + comment.replaceAll("\\R", " ")));
    return TextTable.create(file, content, head, " ");
  }

  /** Returns the comments of ROCKSTAR that are true of a catalogue, and the metadata. */
  private static List<String> comments(TableContent content) {
    List<String> comments = new ArrayList<>();
    comments.add(text("a = %f", content.number("scale_factor")));
    comments.add(
        text(
            "Om = %f; Ol = %f; h = %f",
            content.number("Omega0"),
            content.number("OmegaLambda"),
            content.number("HubbleParam")));
    addKnown(comments, "FOF linking length: %f", content.number("linking_length_b"));
    addKnown(comments, "Box size: %f Mpc/h", content.number("box_size"));
    comments.add("Units: Masses in Msun / h");
    comments.add("Units: Positions in Mpc / h (comoving)");
    comments.add("Units: Velocities in km / s (physical, peculiar)");
    comments.add("Units: Halo Distances, Lengths, and Radii in kpc / h (comoving)");
    comments.add("Units: Angular Momenta in (Msun/h) * (Mpc/h) * km/s (physical)");
    comments.add("Units: Spins are dimensionless");
    comments.add("Haloes of another finder than ROCKSTAR, in its format");
    content.header().forEach(entry -> comments.add(entry.name() + ": " + entry.value()));
    List<String> missing = content.missing();
    comments.add("Unknown: " + (missing.isEmpty() ? "none" : String.join(" ", missing)));
    return comments;
  }

  private static void addKnown(List<String> comments, String format, double value) {
    if (!Double.isNaN(value)) {
      comments.add(text(format, value));
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
