package org.jzfof.catalogue.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a layout calls a column: one dataset, or several side by side that share its numbers. A path
 * may have {limit} for the mean density of a sphere or {aperture} for its radius in kpc, {axis} for
 * x, y and z one after the other, and {type}, {one}, {all} or {mass} for the particle types one
 * after the other, by their numbers and by SOAP's words for them.
 *
 * @param paths of the datasets; none where the layout lacks the column
 * @param other path of the dataset in files that lack these; empty where there is none
 * @param beside path that a file must have as well, for the datasets to have this meaning; empty
 *     where any will do
 * @param wide whether real numbers are always float64
 * @param description in place of that of the column; null for that one, empty for none at all
 * @param when whether a run writes the column
 */
public record Names(
    List<String> paths,
    String other,
    String beside,
    boolean wide,
    String description,
    Predicate<CatalogueRows> when) {
  /** The description of a dataset without one. */
  static final String UNDESCRIBED = "";

  /** Of a column that a layout lacks. */
  static final Names NONE = at();

  private static final List<String> AXES = List.of("x", "y", "z");
  private static final String AXIS = "{axis}";

  /** Stands for the mean density of a sphere. */
  public static final String LIMIT = "{limit}";

  /** Stands for the radius of a sphere. */
  public static final String APERTURE = "{aperture}";

  /** Names with the description of the column, in every run that measures it. */
  static Names at(String... paths) {
    return new Names(List.of(paths), "", "", false, null, rows -> true);
  }

  /** The same names, for real numbers that are always float64. */
  Names asFloat64() {
    return new Names(paths, other, beside, true, description, when);
  }

  /** The same names with another description. */
  Names described(String text) {
    return new Names(paths, other, beside, wide, text, when);
  }

  /** The same names in some runs alone. */
  Names when(Predicate<CatalogueRows> condition) {
    return new Names(paths, other, beside, wide, description, condition);
  }

  /** The same names, with another one to read where a file lacks them. */
  Names or(String path) {
    return new Names(paths, path, beside, wide, description, when);
  }

  /** The same names, which mean the column only in files that have another path as well. */
  Names beside(String path) {
    return new Names(paths, other, path, wide, description, when);
  }

  /** Whether each particle type has a dataset of its own. */
  public boolean byType() {
    return paths.size() == 1 && !TypeWords.of(0).expand(paths.get(0)).equals(paths.get(0));
  }

  /** The same names for one sphere: a text in the place of {@link #LIMIT} or {@link #APERTURE}. */
  Names of(String word, String text) {
    List<String> named = paths.stream().map(path -> path.replace(word, text)).toList();
    return new Names(named, other, beside, wide, description, when);
  }

  /**
   * Paths of the datasets, in the order of their numbers.
   *
   * @param types number of particle types
   */
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

  /**
   * What stands before and behind a word such as {@link #LIMIT} in the first path; null where it is
   * not there.
   */
  public String[] around(String word) {
    int at = paths.isEmpty() ? -1 : paths.get(0).indexOf(word);
    return at < 0
        ? null
        : new String[] {paths.get(0).substring(0, at), paths.get(0).substring(at + word.length())};
  }

  /**
   * SOAP's words for the particles of a type; it has none for some types.
   *
   * @param type number of the type
   * @param one the particles, in front of another noun
   * @param all the particles
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
