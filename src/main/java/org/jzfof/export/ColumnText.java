package org.jzfof.export;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.catalogue.columns.CatalogueColumn;

/**
 * The descriptions of columns in tables. The words in braces are those of a catalogue of which only
 * the numbers are known: the options of the run are described in its files.
 */
final class ColumnText {
  private static final Pattern WORD = Pattern.compile("\\{([^}]*)}");

  private ColumnText() {}

  /** Returns the description of a column, with its frame. */
  static String of(CatalogueColumn column, TableUnits units) {
    String text =
        WORD.matcher(column.description())
            .replaceAll(match -> Matcher.quoteReplacement(word(match.group(1), column)));
    String frame = units.frame(column.dimension());
    return frame.isEmpty() || text.startsWith(frame) ? text : text + " (" + frame + ")";
  }

  private static String word(String word, CatalogueColumn column) {
    return switch (word) {
      case "aperture" -> column.aperture().toString();
      case "centre", "position" -> "the centre";
      case "frame" -> "physical";
      case "softening" -> "the run";
      case "particles" -> "particles";
      case "density" -> column.limit().description();
      case "inside, 0" -> inside(column, "0");
      case "inside, NaN" -> inside(column, "NaN");
      case "wrapped", "no velocities", "times a" -> "";
      case "scale factor" -> "scale factor a";
      case "nside" -> "HealpixNside of the catalogue";
      case "first subhalo" -> "number of the first subhalo; -1 where there is none";
      default -> throw new IllegalStateException("no word for {" + word + "}");
    };
  }

  /**
   * @param none text for the absence of a sphere
   */
  private static String inside(CatalogueColumn column, String none) {
    return "inside the sphere around the centre with a mean density of %s (%s if there is none)"
        .formatted(column.limit().description(), none);
  }
}
