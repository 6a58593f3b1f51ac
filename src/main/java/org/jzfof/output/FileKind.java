package org.jzfof.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jzfof.hdf5.Hdf5File;

/** Recognises the kind of a file by its content, for messages about files of the wrong kind. */
public final class FileKind {
  private static final String HEADER = "/Header";

  /** Kinds by the beginning of the name of a product of jzfof. */
  private static final Map<String, String> PRODUCTS =
      inOrder(
          "catalogue", "a group catalogue of jzfof",
          "membership", "a membership file of jzfof",
          "trees", "a file of merger trees",
          "match", "a file of matches between catalogues",
          "tree links", "a file of links to merger trees",
          "main branches", "a file of main branches",
          "descendants", "a file of links between catalogues",
          "progenitors", "a file of links between catalogues",
          "spheres", "a file of spheres of jzfof so",
          "pairs", "a file of pair counts",
          "clusters", "a file of clusters",
          "neighbours", "a file of neighbours",
          "lists of neighbours", "a file of neighbour lists",
          "offsets", "a file of offsets for illustris_python");

  /** Kinds by an attribute that no other kind has, written OBJECT@NAME. */
  private static final Map<String, String> ATTRIBUTES =
      inOrder(
          "/Header@NumGroups_Total", "a group catalogue of SWIFT",
          "/Header@NumSubhalos_Total", "a halo catalogue of SOAP",
          "/Header@NumHalos_Total", "a halo light cone",
          "/Header@Ngroups_Total", "a group catalogue",
          "/@num_halos", "a halo catalogue of yt");

  /** Kinds by an object that no other kind has. */
  private static final Map<String, String> OBJECTS =
      inOrder(
          "/TreeTable", "a file of merger trees",
          "/Subhalo/DescSubhaloNr", "a file of links between catalogues",
          "/Subhalo/ProgSubhaloNr", "a file of links between catalogues",
          "/Subhalo/TreeID", "a file of links to merger trees",
          "/InputHalos", "a halo catalogue of SOAP",
          "/BoundSubhalo", "a halo catalogue of SOAP");

  /** Maximum number of particle types in snapshots. */
  private static final int MAX_TYPES = 16;

  private FileKind() {}

  private static Map<String, String> inOrder(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /** Returns whether a file has positions of particles by type, like snapshots. */
  public static boolean hasParticles(Hdf5File file) {
    for (int type = 0; type < MAX_TYPES; type++) {
      String group = "/PartType" + type + "/";
      if (file.exists(group + "Coordinates") || file.exists(group + "IntCoordinates")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the kind of a file that is no snapshot, such as "a group catalogue"; empty if it may be
   * a snapshot or is unknown.
   */
  public static Optional<String> unlessSnapshot(Hdf5File file) {
    if (hasParticles(file)) {
      return Optional.empty();
    }
    if (file.hasAttribute(Provenance.ROOT, Provenance.PRODUCT)) {
      String product = file.text(Provenance.ROOT, Provenance.PRODUCT);
      Optional<String> kind = first(PRODUCTS, product::startsWith);
      if (kind.isPresent()) {
        return kind;
      }
    }
    return first(ATTRIBUTES, attribute -> has(file, attribute))
        .or(() -> first(OBJECTS, file::exists))
        .or(
            () ->
                file.exists(HEADER) && isOutputOfGroups(file)
                    ? Optional.of("a group catalogue of SWIFT")
                    : Optional.empty());
  }

  private static boolean isOutputOfGroups(Hdf5File file) {
    return file.hasAttribute(HEADER, "OutputType")
        && file.text(HEADER, "OutputType").equalsIgnoreCase("FOF");
  }

  private static boolean has(Hdf5File file, String attribute) {
    String[] parts = attribute.split("@");
    return file.exists(parts[0]) && file.hasAttribute(parts[0], parts[1]);
  }

  private static Optional<String> first(Map<String, String> kinds, Predicate<String> holds) {
    return kinds.entrySet().stream()
        .filter(kind -> holds.test(kind.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
