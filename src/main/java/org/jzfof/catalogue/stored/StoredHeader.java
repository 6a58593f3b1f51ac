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
 * The attributes of each layout for the numbers of Gadget's /Header. In all layouts jzfof describes
 * a run in /Parameters, in the units of the file.
 */
enum StoredHeader {
  /** Gadget-4, AREPO, and the first layout of jzfof. */
  GADGET(
      Layout.GADGET,
      "/Header",
      new Counts("Ngroups_ThisFile", "Ngroups_Total"),
      new Counts("Nsubhalos_ThisFile", "Nsubhalos_Total"),
      "NumFiles",
      "BoxSize",
      Map.of(),
      "/IDs/ID"),
  /** The friends-of-friends output of SWIFT, whose Time is not the scale factor. */
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
  /** The halo light cone of lightcone_io, with a header like that of SWIFT. */
  LIGHTCONE(
      Layout.LIGHTCONE,
      "/Header",
      new Counts("NumHalos_ThisFile", "NumHalos_Total"),
      new Counts("NumSubhalos_ThisFile", "NumSubhalos_Total"),
      "NumFilesPerSnapshot",
      "BoxSize",
      SWIFT.header,
      ""),
  /** The halo catalogue of yt. */
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

  /** The location of an attribute. */
  record Attribute(String object, String name) {
    /** Returns the values in a file; empty if the attribute is missing. */
    double[] numbers(Path file) {
      return StoredCatalogue.reading(
          file, f -> f.hasAttribute(object, name) ? f.doubles(object, name) : new double[0]);
    }

    /** Returns the first value in a file, or a default value if the attribute is missing. */
    long number(Path file, long defaultValue) {
      double[] values = numbers(file);
      return values.length == 0 ? defaultValue : (long) values[0];
    }
  }

  /**
   * Attributes with a number of rows.
   *
   * @param inFile rows of a file
   * @param total rows of all files
   */
  private record Counts(String inFile, String total) {}

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
    return f.exists(object) && f.hasAttribute(object, groups.inFile);
  }

  /** Returns whether a file has any of these layouts. */
  static boolean matches(Hdf5File f) {
    return Arrays.stream(values()).anyMatch(header -> header.hasGroups(f));
  }

  /** Returns the layout of a file; Gadget's if none matches. */
  static StoredHeader of(Hdf5File f) {
    for (StoredHeader header : List.of(SWIFT, LIGHTCONE, YT)) {
      if (header.hasGroups(f)) {
        return header;
      }
    }
    return GADGET;
  }

  /** Returns the name of the code whose layout a file has. */
  String label(Hdf5File f) {
    return switch (this) {
      case GADGET -> GadgetCatalogue.isTng(f) ? "IllustrisTNG" : "Gadget";
      case SWIFT -> "SWIFT";
      case LIGHTCONE -> "lightcone_io";
      case YT -> "yt";
    };
  }

  /** Returns the layout of the datasets of groups or subhaloes. */
  Layout layout(boolean ofSubhaloes) {
    return this == SWIFT && ofSubhaloes ? Layout.SOAP : layout;
  }

  /** Attribute with the number of groups, or of subhaloes, in a file. */
  Attribute inFile(boolean ofSubhaloes) {
    return new Attribute(object, (ofSubhaloes ? subhaloes : groups).inFile);
  }

  /** Attribute with the number of groups, or of subhaloes, in all files. */
  Attribute total(boolean ofSubhaloes) {
    return new Attribute(object, (ofSubhaloes ? subhaloes : groups).total);
  }

  /** Attribute with the number of files. */
  Attribute files() {
    return new Attribute(object, files);
  }

  /** Attribute with one or three side lengths of the box. */
  Attribute box() {
    return new Attribute(object, box);
  }

  /**
   * Returns the attribute for a number of Gadget's header; empty if the layout has none of this
   * meaning.
   */
  Optional<Attribute> number(String name) {
    return this == GADGET
        ? Optional.of(new Attribute(object, name))
        : Optional.ofNullable(header.get(name));
  }

  /** Returns a number of Gadget's header in a file; NaN if the layout has none of this meaning. */
  double number(String name, Path file) {
    return number(name)
        .map(attribute -> attribute.numbers(file))
        .filter(values -> values.length > 0)
        .map(values -> values[0])
        .orElse(Double.NaN);
  }

  /** Path of the IDs of the members, group after group; empty if the layout does not list them. */
  String ids() {
    return ids;
  }
}
