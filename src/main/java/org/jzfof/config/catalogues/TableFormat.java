package org.jzfof.config.catalogues;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jzfof.error.UsageException;

/** A format of tables that other programs read. */
public enum TableFormat {
  /** Comma-separated values, without metadata. */
  CSV("csv"),
  /** Enhanced character-separated values, as astropy writes them. */
  ECSV("ecsv"),
  /** A binary table of FITS. */
  FITS("fits", "fit"),
  /** The table of the Virtual Observatory, in XML. */
  VOTABLE("vot", "votable", "xml"),
  /** The list of haloes that ROCKSTAR writes for consistent-trees. */
  ROCKSTAR("list");

  private static final String PARQUET = "parquet";

  private final List<String> endings;

  TableFormat(String... endings) {
    this.endings = List.of(endings);
  }

  /** Returns the usual ending of names of files. */
  public String ending() {
    return endings.get(0);
  }

  /**
   * Reads the name of a format.
   *
   * @throws UsageException if there is no such format
   */
  public static TableFormat named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> unknown("--to", name));
  }

  /**
   * Returns the format of a file according to the ending of its name.
   *
   * @throws UsageException if the name ends like that of no format
   */
  public static TableFormat of(Path file) {
    String name = file.getFileName().toString();
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> name.contains(".") && format.endings.contains(ending))
        .findFirst()
        .orElseThrow(() -> unknown("-o", name.contains(".") ? ending : name));
  }

  private static UsageException unknown(String option, String text) {
    if (text.equalsIgnoreCase(PARQUET)) {
      return new UsageException(
          "jzfof writes no Parquet: write CSV, and convert it with pandas: read_csv(\"FILE.csv\").to_parquet(\"FILE.parquet\")");
    }
    String remedy =
        option.equals("--to")
            ? "give csv, ecsv, fits, votable or rockstar"
            : "choose a name that ends in .csv, .ecsv, .fits, .vot or .list, or add --to";
    return new UsageException(
        "%s is %s, which is no format of tables: %s".formatted(option, text, remedy));
  }
}
