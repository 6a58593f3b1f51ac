package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.catalogue.GadgetCatalogue;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.hdf5.Hdf5File;

/**
 * Where the files of a layout keep what Gadget's have in /Header. All keep what jzfof says of a run
 * in /Parameters, in the units of the file.
 */
enum StoredHeader {
  /** Gadget-4, AREPO, and jzfof's own first one. */
  GADGET(
      Layout.GADGET,
      "/Header",
      new Counts("Ngroups_ThisFile", "Ngroups_Total"),
      new Counts("Nsubhalos_ThisFile", "Nsubhalos_Total"),
      "NumFiles",
      "BoxSize",
      Map.of(),
      "/IDs/ID"),
  /** The friends-of-friends output of SWIFT; its Time is not the scale factor. */
  SWIFT(
      Layout.SWIFT,
      "/Header",
      new Counts("NumGroups_ThisFile", "NumGroups_Total"),
      new Counts("NumSubhalos_ThisFile", "NumSubhalos_Total"),
      "NumFilesPerSnapshot",
      "BoxSize",
      Map.of(
          "Redshift", new Attribute("/Header", "Redshift"),
          "HubbleParam", new Attribute("/Cosmology", "h"),
          "Omega0", new Attribute("/Cosmology", "Omega_m"),
          "OmegaLambda", new Attribute("/Cosmology", "Omega_lambda"),
          "OmegaBaryon", new Attribute("/Cosmology", "Omega_b"),
          "ComovingIntegrationOn", new Attribute("/Cosmology", "Cosmological run")),
      ""),
  /** yt's halo catalogue. */
  YT(
      Layout.YT,
      "/",
      new Counts("num_halos", "num_halos"),
      new Counts("num_halos", "num_halos"),
      "num_files",
      "domain_right_edge",
      Map.of(
          "Redshift", new Attribute("/", "current_redshift"),
          "HubbleParam", new Attribute("/", "hubble_constant"),
          "Omega0", new Attribute("/", "omega_matter"),
          "OmegaLambda", new Attribute("/", "omega_lambda"),
          "ComovingIntegrationOn", new Attribute("/", "cosmological_simulation")),
      "/particles/ids");

  private final Layout layout;
  private final String object;
  private final Counts groups;
  private final Counts subhaloes;
  private final String files;
  private final String box;
  private final Map<String, Attribute> header;
  private final String ids;

  /**
   * Where an attribute is.
   *
   * @param object that has it
   */
  record Attribute(String object, String name) {
    /** Its values in a file; none where it is missing. */
    double[] numbers(Path file) {
      return StoredCatalogue.reading(
          file, f -> f.hasAttribute(object, name) ? f.doubles(object, name) : new double[0]);
    }

    /** Its first value in a file, or another where it is missing. */
    long number(Path file, long otherwise) {
      double[] values = numbers(file);
      return values.length == 0 ? otherwise : (long) values[0];
    }
  }

  /**
   * Attributes with a number of rows.
   *
   * @param here of a file
   * @param total of all files
   */
  private record Counts(String here, String total) {}

  StoredHeader(
      Layout layout,
      String object,
      Counts groups,
      Counts subhaloes,
      String files,
      String box,
      Map<String, Attribute> header,
      String ids) {
    this.layout = layout;
    this.object = object;
    this.groups = groups;
    this.subhaloes = subhaloes;
    this.files = files;
    this.box = box;
    this.header = header;
    this.ids = ids;
  }

  private boolean hasGroups(Hdf5File f) {
    return f.exists(object) && f.hasAttribute(object, groups.here);
  }

  /** Whether a file is laid out in any of these ways. */
  static boolean matches(Hdf5File f) {
    return Arrays.stream(values()).anyMatch(header -> header.hasGroups(f));
  }

  /** That of a file; Gadget's where it is none of these. */
  static StoredHeader of(Hdf5File f) {
    for (StoredHeader header : List.of(SWIFT, YT)) {
      if (header.hasGroups(f)) {
        return header;
      }
    }
    return GADGET;
  }

  /** Whose layout that of a file is. */
  String label(Hdf5File f) {
    return switch (this) {
      case GADGET -> GadgetCatalogue.isTng(f) ? "IllustrisTNG" : "Gadget";
      case SWIFT -> "SWIFT";
      case YT -> "yt";
    };
  }

  /** How its datasets are laid out: those of groups, or those of subhaloes. */
  Layout layout(boolean ofSubhaloes) {
    return this == SWIFT && ofSubhaloes ? Layout.SOAP : layout;
  }

  /** Number of groups, or of subhaloes, in a file. */
  Attribute here(boolean ofSubhaloes) {
    return new Attribute(object, (ofSubhaloes ? subhaloes : groups).here);
  }

  /** Number of groups, or of subhaloes, in all files. */
  Attribute total(boolean ofSubhaloes) {
    return new Attribute(object, (ofSubhaloes ? subhaloes : groups).total);
  }

  /** Number of files. */
  Attribute files() {
    return new Attribute(object, files);
  }

  /** Sides of the box, one or three. */
  Attribute box() {
    return new Attribute(object, box);
  }

  /** Where a number of Gadget's header is; empty where the layout has none of this meaning. */
  Optional<Attribute> number(String name) {
    return this == GADGET
        ? Optional.of(new Attribute(object, name))
        : Optional.ofNullable(header.get(name));
  }

  /** The number of Gadget's header in a file; NaN where it has none of this meaning. */
  double number(String name, Path file) {
    return number(name)
        .map(place -> place.numbers(file))
        .filter(values -> values.length > 0)
        .map(values -> values[0])
        .orElse(Double.NaN);
  }

  /** The IDs of the members, group after group; empty where they are not listed. */
  String ids() {
    return ids;
  }
}
