package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.SnapshotFiles;

/**
 * The catalogues of one simulation in order of time.
 *
 * @param outputs the catalogues, at least one
 * @param subhaloes whether subhaloes are linked instead of groups
 */
record CatalogueSeries(List<Output> outputs, boolean subhaloes) {
  /** Relative difference up to which two numbers count as equal. */
  private static final double SAME = 1e-5;

  private static final List<String> COMMON =
      List.of(
          "Omega0",
          "OmegaLambda",
          "HubbleParam",
          "UnitLength_in_cm",
          "UnitMass_in_g",
          "UnitVelocity_in_cm_per_s");

  /**
   * One catalogue.
   *
   * @param number number of its snapshot
   * @param text the number as in names of files
   */
  record Output(int number, String text, StoredCatalogue catalogue) {
    static Output of(Path named) {
      StoredCatalogue catalogue = StoredCatalogue.open(named);
      CatalogueCheck.requireSnapshot(catalogue, "a link between times");
      String text = SnapshotFiles.number(catalogue.files().get(0));
      int number = PairLinker.number(text);
      if (number < 0) {
        throw new CatalogueException(
            "%s has no number from 0 to %d at the end of its name: name catalogues like fof_subhalo_tab_012.hdf5"
                .formatted(catalogue.files().get(0), PairLinker.LARGEST_NUMBER));
      }
      return new Output(number, text, catalogue);
    }

    Path file() {
      return catalogue.files().get(0);
    }

    double time() {
      return catalogue.header("Time");
    }

    double redshift() {
      return catalogue.header("Redshift");
    }

    /** Returns the table of the linked objects, groups or subhaloes. */
    StoredTable table(boolean subhaloes) {
      return subhaloes ? catalogue.subhaloTable() : catalogue.groupTable();
    }
  }

  /**
   * Opens catalogues.
   *
   * @param named files, folders of one or more catalogues, or folders that contain folders
   *     groups_NNN
   * @throws CatalogueException if a catalogue is missing or damaged, or if the catalogues are not
   *     in order of time or not of one simulation
   */
  static CatalogueSeries open(List<Path> named, LinkBy by) {
    List<Output> outputs = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        inside(path).stream()
            .map(Output::of)
            .sorted(Comparator.comparingInt(Output::number))
            .forEach(outputs::add);
      } else {
        outputs.add(Output.of(path));
      }
    }
    for (int i = 0; i < outputs.size(); i++) {
      Output output = outputs.get(i);
      requireLayout(output);
      if (i > 0) {
        requireOrder(outputs.get(i - 1), output);
        requireSameSimulation(outputs.get(0), output);
      }
    }
    return new CatalogueSeries(List.copyOf(outputs), subhaloes(outputs, by));
  }

  /** Checks the layout, because only Gadget's has the necessary columns. */
  private static void requireLayout(Output output) {
    if (!output.catalogue.hasGadgetLayout()) {
      throw new CatalogueException(
          "%s is in the layout of %s: name a catalogue in Gadget's, such as jzfof run writes with --format gadget"
              .formatted(output.file(), output.catalogue.layoutName()));
    }
  }

  /** Returns the catalogues of a folder, or of the folders groups_NNN in it. */
  private static List<Path> inside(Path folder) {
    List<Path> catalogues = List.copyOf(CatalogueFiles.in(folder).values());
    List<Path> files =
        catalogues.isEmpty()
            ? CatalogueFiles.below(folder).stream()
                .flatMap(below -> CatalogueFiles.in(below).values().stream())
                .toList()
            : catalogues;
    if (files.isEmpty()) {
      throw new CatalogueException(
          "folder %s holds no catalogue, and no folder groups_NNN with one: name catalogues, such as groups_*"
              .formatted(folder));
    }
    return files;
  }

  private static boolean subhaloes(List<Output> outputs, LinkBy by) {
    if (by == LinkBy.GROUP) {
      return false;
    }
    List<Path> without =
        outputs.stream()
            .filter(output -> !output.catalogue.hasSubhaloes())
            .map(Output::file)
            .toList();
    boolean none = without.size() == outputs.size();
    if (!without.isEmpty() && (!none || by == LinkBy.SUBHALO)) {
      throw new UsageException(
          "%s has no subhaloes: link groups with --by group, or name catalogues that have them"
              .formatted(without.get(0)));
    }
    // a finder without subhaloes may state that there are 0
    return !none
        && (by == LinkBy.SUBHALO
            || outputs.stream().anyMatch(o -> o.catalogue.subhaloTable().rows() > 0)
            || outputs.stream().allMatch(o -> o.catalogue.groups() == 0));
  }

  private static void requireOrder(Output before, Output after) {
    if (after.number == before.number) {
      throw new CatalogueException(
          "%s and %s both have the number %s: name each snapshot once"
              .formatted(before.file(), after.file(), after.text));
    }
    if (!(after.time() > before.time()) || after.number < before.number) {
      throw new CatalogueException(
          "%s (number %s, time %s) comes after %s (number %s, time %s): name catalogues in order of time, with numbers that increase"
              .formatted(
                  after.file(),
                  after.text,
                  after.time(),
                  before.file(),
                  before.text,
                  before.time()));
    }
  }

  private static void requireSameSimulation(Output first, Output other) {
    if (first.catalogue.periodic() && other.catalogue.periodic()) {
      double[] box = first.catalogue.boxSize();
      double[] side = other.catalogue.boxSize();
      for (int d = 0; d < 3; d++) {
        if (differ(box[d], side[d])) {
          throw different(first, other, "BoxSize", Arrays.toString(box), Arrays.toString(side));
        }
      }
    }
    for (String name : COMMON) {
      double expected = stated(first.catalogue, name);
      double actual = stated(other.catalogue, name);
      if (differ(expected, actual)) {
        throw different(first, other, name, "" + expected, "" + actual);
      }
    }
  }

  private static double stated(StoredCatalogue catalogue, String name) {
    double[] values = catalogue.parameters(name);
    return values.length > 0 ? values[0] : catalogue.header(name);
  }

  /** Returns whether two numbers differ; an unknown number (NaN) does not differ from any other. */
  private static boolean differ(double a, double b) {
    return Math.abs(a - b) > SAME * Math.max(Math.abs(a), Math.abs(b));
  }

  private static CatalogueException different(
      Output first, Output other, String quantity, String expected, String actual) {
    return new CatalogueException(
        "%s of %s is %s and that of %s is %s: name catalogues of one simulation"
            .formatted(quantity, first.file(), expected, other.file(), actual));
  }

  /** Returns the files of all catalogues. */
  List<Path> files() {
    return outputs.stream().flatMap(output -> output.catalogue.files().stream()).toList();
  }

  /** Describes a group or subhalo for a message. */
  String describe(Output output, int object) {
    return subhaloes
        ? "subhalo %d in %s".formatted(object, output.file())
        : output.catalogue.describeGroup(object);
  }
}
