package org.jzfof.catalogue.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;

/**
 * Names of catalogue files: fof_tab_NNN.hdf5, fof_subhalo_tab_NNN.K.hdf5 for piece K,
 * fof_output_NNNN.hdf5, lightcone_halos_NNNN.hdf5 or halos_NNN.0.h5, in the folder groups_NNN. The
 * subhaloes of SWIFT's and yt's are in halo_properties_NNNN.hdf5 and subhalos_NNN.0.h5.
 */
public final class CatalogueFiles {
  private static final String GROUP_FOLDER = "groups_";

  private static final Pattern TABLE =
      Pattern.compile(
          "(?s)((?:fof_.*tab_|fof_output_|lightcone_halos_|halos_).+?)(?:\\.\\d+)?\\.(?:hdf5|h5)");
  private static final Pattern PIECE = Pattern.compile("(?s)(.+)\\.\\d+(\\.hdf5|\\.h5)");

  /**
   * Beginning of the names of separate files of subhaloes, by the beginning of the name of the file
   * of groups.
   */
  private static final Map<String, String> SUBHALOES =
      Map.of("fof_output_", "halo_properties_", "halos_", "subhalos_");

  private static final Map<String, String> GROUPS =
      Map.of("halo_properties_", "fof_output_", "subhalos_", "halos_");

  private CatalogueFiles() {}

  /**
   * Returns the folder of all files of a snapshot's groups.
   *
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  public static Path folder(Path outputDir, String snapshotNumber) {
    return outputDir.resolve(GROUP_FOLDER + snapshotNumber);
  }

  /**
   * Returns one file of the catalogue that a user named by a file, its base or its folder.
   *
   * @throws CatalogueException if there is no catalogue, or if a folder contains several
   */
  public static Path find(Path named) {
    if (Files.isDirectory(named)) {
      return findIn(named);
    }
    return file(named)
        .orElseThrow(
            () ->
                new CatalogueException(
                    named
                        + " does not exist: name a catalogue file, any of its pieces, its name"
                        + " without .K.hdf5, or its folder"));
  }

  /** Returns the file of the subhaloes of a catalogue, if they have a separate file. */
  public static Optional<Path> subhaloes(Path catalogue) {
    return beside(catalogue, SUBHALOES);
  }

  /** Returns a file in the same folder whose name has a different beginning. */
  private static Optional<Path> beside(Path file, Map<String, String> beginnings) {
    String name = file.getFileName().toString();
    return beginnings.entrySet().stream()
        .filter(of -> name.startsWith(of.getKey()))
        .map(of -> file.resolveSibling(of.getValue() + name.substring(of.getKey().length())))
        .findFirst();
  }

  /**
   * Returns a file by its name or its base; for a file of subhaloes, the file of their groups. The
   * result is empty if there is no such file.
   *
   * @throws CatalogueException if the file of the groups is missing
   */
  public static Optional<Path> file(Path named) {
    Optional<Path> file = existing(named);
    Optional<Path> groups = file.flatMap(f -> beside(f, GROUPS));
    groups
        .filter(Predicate.not(Files::exists))
        .ifPresent(
            missing -> {
              throw new CatalogueException(
                  "%s has the subhaloes of %s, which is missing: put it beside"
                      .formatted(file.get(), missing.getFileName()));
            });
    return groups.or(() -> file);
  }

  /**
   * Returns the membership file in the folder of a catalogue; empty if there is none, or several.
   */
  public static Optional<Path> membership(Path catalogue) {
    List<Path> found =
        list(catalogue.toAbsolutePath().getParent()).stream()
            .filter(file -> file.getFileName().toString().matches("membership_.*\\.hdf5"))
            .toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static Optional<Path> existing(Path named) {
    return Stream.of("", ".hdf5", ".0.hdf5", ".0.h5")
        .map(ending -> named.resolveSibling(named.getFileName() + ending))
        .filter(Files::exists)
        .findFirst();
  }

  /** Returns the catalogues in a folder: the first file of each, by their names without endings. */
  public static Map<String, Path> in(Path folder) {
    Map<String, Path> catalogues = new TreeMap<>();
    for (Path file : list(folder)) {
      Matcher m = TABLE.matcher(file.getFileName().toString());
      if (m.matches()) {
        catalogues.putIfAbsent(m.group(1), file);
      }
    }
    return catalogues;
  }

  /** Returns the content of a folder, ordered by name. */
  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new CatalogueException(
          "folder %s cannot be read (%s): check its permissions"
              .formatted(folder, SystemFault.cause(e)),
          e);
    }
  }

  /** Returns the folders groups_NNN with catalogues in an output folder, ordered by name. */
  public static List<Path> below(Path outputDir) {
    return list(outputDir).stream()
        .filter(path -> path.getFileName().toString().startsWith(GROUP_FOLDER))
        .filter(path -> Files.isDirectory(path) && !in(path).isEmpty())
        .toList();
  }

  private static Path findIn(Path folder) {
    Map<String, Path> catalogues = in(folder);
    if (catalogues.size() != 1) {
      throw new CatalogueException(
          "folder %s holds %s: name one catalogue, such as %s"
              .formatted(
                  folder,
                  catalogues.isEmpty()
                      ? "no catalogue"
                      : catalogues.size() + " (" + String.join(", ", catalogues.keySet()) + ")",
                  (catalogues.isEmpty() ? below(folder) : List.<Path>of())
                      .stream()
                          .map(Path::toString)
                          .findFirst()
                          .orElse("fof_subhalo_tab_001.0.hdf5")));
    }
    return catalogues.values().iterator().next();
  }

  /**
   * Returns all files of a catalogue, in order.
   *
   * @param file any file of the catalogue
   * @param count number of pieces according to the header
   * @throws CatalogueException if a file is missing
   */
  public static List<Path> pieces(Path file, long count) {
    Matcher m = PIECE.matcher(file.getFileName().toString());
    if (count == 1) {
      return List.of(file);
    }
    if (count < 1 || !m.matches()) {
      throw new CatalogueException(
          "%s says NumFiles = %d, but its name has no piece number: name pieces BASE.K.hdf5"
              .formatted(file, count));
    }
    List<Path> pieces = new ArrayList<>();
    for (long k = 0; k < count; k++) { // ends at the first missing file if the count is wrong
      Path piece = file.resolveSibling(m.group(1) + "." + k + m.group(2));
      pieces.add(piece);
      if (!Files.exists(piece)) {
        throw new CatalogueException(
            "%s is missing: the header of %s says that the catalogue has %d files; put them all into one folder"
                .formatted(piece, file.getFileName(), count));
      }
    }
    return pieces;
  }
}
