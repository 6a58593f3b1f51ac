package org.jzfof.catalogue.stored;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.ApertureColumns;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.LightconeColumns;
import org.jzfof.catalogue.columns.Names;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.config.Overdensity;
import org.jzfof.config.SubhaloOptions.Aperture;
import org.jzfof.hdf5.Hdf5File;

/**
 * The datasets of a file with the groups or the subhaloes of a catalogue, and their columns.
 *
 * @param known columns that its rows can have; those of spheres for any mean density or radius
 * @param datasets paths of all datasets in the groups that contain columns
 */
record StoredNames(Layout layout, List<CatalogueColumn> known, SortedSet<String> datasets) {
  /** Maximum number of particle types. */
  private static final int MAX_TYPES = 32;

  private static final String ROOT = "/";

  /** Returns the columns of a table without a file. */
  static StoredNames of(Layout layout, boolean ofSubhaloes) {
    boolean groups = !ofSubhaloes || layout == Layout.SOAP;
    List<CatalogueColumn> known = new ArrayList<>();
    if (ofSubhaloes) {
      known.addAll(SubhaloColumns.ALL);
      known.addAll(ApertureColumns.ALL);
    }
    if (groups) {
      known.addAll(GroupColumns.ALL);
      known.addAll(LightconeColumns.ALL);
      known.addAll(SphereColumns.ALL);
    }
    return new StoredNames(layout, List.copyOf(known), new TreeSet<>());
  }

  /** Returns the columns with the datasets of a file. */
  StoredNames in(Hdf5File file) {
    SortedSet<String> found = new TreeSet<>();
    known.stream()
        .flatMap(column -> column.names(layout).paths().stream())
        .map(path -> path.substring(0, Math.max(1, path.indexOf('/', 1))))
        .distinct()
        .filter(file::exists)
        .forEach(folder -> addDatasets(file, folder, found));
    return new StoredNames(layout, known, found);
  }

  private static void addDatasets(Hdf5File file, String folder, SortedSet<String> found) {
    String prefix = folder.equals(ROOT) ? ROOT : folder + "/";
    for (String name : file.children(folder)) {
      if (file.isDataset(prefix + name)) {
        found.add(prefix + name);
      } else if (!folder.equals(ROOT) && !file.isBrokenLink(prefix + name)) {
        addDatasets(file, prefix + name, found);
      }
    }
  }

  /** Returns whether the layout contains a column. */
  boolean has(CatalogueColumn column) {
    return !column.names(layout).paths().isEmpty();
  }

  /**
   * Returns the datasets of the file that form a column, side by side; an empty path for a particle
   * type without dataset; an empty list if the file lacks the column.
   */
  List<String> find(CatalogueColumn column) {
    Names names = column.names(layout);
    if (names.paths().isEmpty() || !names.beside().isEmpty() && !has(names.beside())) {
      return List.of();
    }
    if (names.byType()) {
      return ofTypes(names.datasets(MAX_TYPES));
    }
    List<String> paths = names.datasets(1);
    if (paths.stream().allMatch(this::has)) {
      return paths;
    }
    return !names.other().isEmpty() && has(names.other()) ? List.of(names.other()) : List.of();
  }

  private boolean has(String path) {
    return datasets.contains(path);
  }

  private List<String> ofTypes(List<String> paths) {
    List<String> found = new ArrayList<>();
    int types = 0;
    for (int t = 0; t < paths.size(); t++) {
      boolean present = has(paths.get(t));
      found.add(present ? paths.get(t) : "");
      types = present ? t + 1 : types;
    }
    return found.subList(0, types);
  }

  /** Returns the mean densities of the spheres in the file, ordered by name. */
  List<Overdensity> limits() {
    return texts(Names.LIMIT)
        .flatMap(text -> layout.limit(text).stream())
        .distinct()
        .sorted(Comparator.comparing(Overdensity::nameSuffix))
        .toList();
  }

  /** Returns the radii of the spheres around subhaloes in the file, ordered by name. */
  private List<Aperture> apertures() {
    return texts(Names.APERTURE)
        .flatMap(text -> Aperture.find(text).stream())
        .distinct()
        .sorted(Comparator.comparing(Aperture::kpc))
        .toList();
  }

  /** Returns the texts that replace a word in the names of datasets of columns of any sphere. */
  private Stream<String> texts(String word) {
    return known.stream()
        .flatMap(column -> Optional.ofNullable(column.names(layout).splitAt(word)).stream())
        .flatMap(this::texts);
  }

  private Stream<String> texts(String[] around) {
    return datasets.stream()
        .filter(path -> path.length() > around[0].length() + around[1].length())
        .filter(path -> path.startsWith(around[0]) && path.endsWith(around[1]))
        .map(path -> path.substring(around[0].length(), path.length() - around[1].length()));
  }

  /** Returns all columns of the file. */
  List<CatalogueColumn> columns() {
    List<CatalogueColumn> columns = new ArrayList<>();
    for (CatalogueColumn column : known) {
      if (!column.isOfAnySphere()) {
        columns.add(column);
      }
    }
    columns.addAll(SphereColumns.at(limits()));
    columns.addAll(ApertureColumns.at(apertures()));
    columns.removeIf(column -> find(column).isEmpty());
    return columns;
  }

  /** Returns the datasets of the file that belong to no column, and whose units are unknown. */
  List<String> unknown() {
    SortedSet<String> unknown = new TreeSet<>(datasets);
    columns().forEach(column -> find(column).forEach(unknown::remove));
    return List.copyOf(unknown);
  }
}
