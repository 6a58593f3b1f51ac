package org.jzfof.catalogue.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The names of a column in a layout: one dataset, or several side by side that share its numbers. A
 * path may have {limit} for the mean density of a sphere or {aperture} for its radius in kpc,
 * {axis} for x, y and z in turn, and {type}, {one}, {all} or {mass} for the particle types in turn,
 * by their numbers and by SOAP's words for them.
 *
 * @param paths paths of the datasets; empty if the layout lacks the column
 * @param other path of the dataset in files that lack these; empty if there is none
 * @param beside path that a file must contain as well for the datasets to have this meaning; empty
 *     for no condition
 * @param wide whether real numbers are always float64
 * @param description replaces that of the column; null for that of the column, empty for no
 *     description
 * @param when whether a run writes the column
 */
public record Names(
    List<String> paths,
    String other,
    String beside,
    boolean wide,
    String description,
    Predicate<CatalogueRows> when) {
  /** Description of a dataset without description. */
  static final String UNDESCRIBED = "";

  /** Names of a column that a layout lacks. */
  static final Names NONE = at();

  private static final List<String> AXES = List.of("x", "y", "z");
  private static final String AXIS = "{axis}";

  /** Placeholder of the mean density of a sphere. */
  public static final String LIMIT = "{limit}";

  /** Placeholder of the radius of a sphere. */
  public static final String APERTURE = "{aperture}";

  /** Creates names with the description of the column, for every run that measures it. */
  static Names at(String... paths) {
    return new Names(List.of(paths), "", "", false, null, rows -> true);
  }

  /** Returns the names for real numbers that are always float64. */
  Names asFloat64() {
    return new Names(paths, other, beside, true, description, when);
  }

  /** Returns the names with a different description. */
  Names described(String text) {
    return new Names(paths, other, beside, wide, text, when);
  }

  /** Returns the names with a condition on the run. */
  Names when(Predicate<CatalogueRows> condition) {
    return new Names(paths, other, beside, wide, description, condition);
  }

  /** Returns the names with an alternative path to read if a file lacks them. */
  Names or(String path) {
    return new Names(paths, path, beside, wide, description, when);
  }

  /** Returns the names with a further path that a file must contain. */
  Names beside(String path) {
    return new Names(paths, other, path, wide, description, when);
  }

  /** Returns whether each particle type has a separate dataset. */
  public boolean byType() {
    return paths.size() == 1 && !TypeWords.of(0).expand(paths.get(0)).equals(paths.get(0));
  }

  /**
   * Returns the names for one sphere.
   *
   * @param word {@link #LIMIT} or {@link #APERTURE}
   */
  Names of(String word, String text) {
    List<String> named = paths.stream().map(path -> path.replace(word, text)).toList();
    return new Names(named, other, beside, wide, description, when);
  }

  /** Returns the paths of the datasets, in the order of their numbers. */
  public List<String> datasets(int types) {
    List<String> all = new ArrayList<>();
    for (String path : paths) {
      if (path.contains(AXIS)) {
        AXES.forEach(axis -> all.add(path.replace(AXIS, axis)));
      } else if (byType()) {
        for (int type = 0; type < types; type++) {
          all.add(TypeWords.of(type).expand(path));
        }
      } else {
        all.add(path);
      }
    }
    return all;
  }

  /** Splits the first path at a word such as {@link #LIMIT}; null if the path lacks it. */
  public String[] splitAt(String word) {
    int at = paths.isEmpty() ? -1 : paths.get(0).indexOf(word);
    return at < 0
        ? null
        : new String[] {paths.get(0).substring(0, at), paths.get(0).substring(at + word.length())};
  }

  /**
   * SOAP's words for the particles of a type; some types have none.
   *
   * @param one name of the particles in front of another noun
   * @param all name of the particles
   * @param mass name of their mass
   */
  private record TypeWords(int type, String one, String all, String mass) {
    static TypeWords of(int type) {
      return switch (type) {
        case 0 -> new TypeWords(type, "Gas", "Gas", "GasMass");
        case 1 -> new TypeWords(type, "DarkMatter", "DarkMatter", "DarkMatterMass");
        case 4 -> new TypeWords(type, "Star", "Stars", "StellarMass");
        case 5 -> new TypeWords(type, "BlackHole", "BlackHoles", "BlackHolesDynamicalMass");
        default -> {
          String name = "PartType" + type;
          yield new TypeWords(type, name, name, name + "Mass");
        }
      };
    }

    String expand(String path) {
      return path.replace("{type}", Integer.toString(type))
          .replace("{one}", one)
          .replace("{all}", all)
          .replace("{mass}", mass);
    }
  }
}
