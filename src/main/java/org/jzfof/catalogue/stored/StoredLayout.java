package org.jzfof.catalogue.stored;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jzfof.catalogue.GadgetCatalogueWriter;
import org.jzfof.catalogue.measured.PropertyColumn;
import org.jzfof.hdf5.Hdf5File;

/**
 * A layout of catalogue files: where it keeps what Gadget's has in /Header and /Group. All keep
 * what jzfof says of a run in /Parameters, in the units of the file.
 */
enum StoredLayout {
  /** Gadget-4, AREPO, and jzfof's own first one. */
  GADGET(
      new Attribute("/Header", "Ngroups_ThisFile"),
      new Attribute("/Header", "Ngroups_Total"),
      new Attribute("/Header", "NumFiles"),
      new Attribute("/Header", "BoxSize"),
      Map.of(),
      Map.of(),
      "/IDs/ID"),
  /** The friends-of-friends output of SWIFT; its Time is not the scale factor. */
  SWIFT(
      new Attribute("/Header", "NumGroups_ThisFile"),
      new Attribute("/Header", "NumGroups_Total"),
      new Attribute("/Header", "NumFilesPerSnapshot"),
      new Attribute("/Header", "BoxSize"),
      Map.of(
          "Redshift", new Attribute("/Header", "Redshift"),
          "HubbleParam", new Attribute("/Cosmology", "h"),
          "Omega0", new Attribute("/Cosmology", "Omega_m"),
          "OmegaLambda", new Attribute("/Cosmology", "Omega_lambda"),
          "OmegaBaryon", new Attribute("/Cosmology", "Omega_b"),
          "ComovingIntegrationOn", new Attribute("/Cosmology", "Cosmological run")),
      Map.of(
          "GroupLen", List.of("/Groups/Sizes"),
          "GroupMass", List.of("/Groups/Masses"),
          "GroupPos", List.of("/Groups/Centres"),
          "GroupInertiaRadius", List.of("/Groups/InertiaRadii"),
          "GroupFirstSub", List.of("/Groups/FirstSubhaloIndex"),
          "GroupNsubs", List.of("/Groups/NumberOfSubhalos")),
      ""),
  /** yt's halo catalogue. */
  YT(
      new Attribute("/", "num_halos"),
      new Attribute("/", "num_halos"),
      new Attribute("/", "num_files"),
      new Attribute("/", "domain_right_edge"),
      Map.of(
          "Redshift", new Attribute("/", "current_redshift"),
          "HubbleParam", new Attribute("/", "hubble_constant"),
          "Omega0", new Attribute("/", "omega_matter"),
          "OmegaLambda", new Attribute("/", "omega_lambda"),
          "ComovingIntegrationOn", new Attribute("/", "cosmological_simulation")),
      Map.of(
          "GroupLen", List.of("/particle_number"),
          "GroupMass", List.of("/particle_mass"),
          "GroupPos",
              List.of("/particle_position_x", "/particle_position_y", "/particle_position_z"),
          "GroupCM", List.of("/centre_of_mass_x", "/centre_of_mass_y", "/centre_of_mass_z"),
          "GroupVelDisp", List.of("/velocity_dispersion"),
          "GroupInertiaRadius", List.of("/inertia_radius"),
          "GroupFirstSub", List.of("/first_subhalo"),
          "GroupNsubs", List.of("/number_of_subhalos")),
      "/particles/ids");

  private final Attribute groups;
  private final Attribute total;
  private final Attribute files;
  private final Attribute box;
  private final Map<String, Attribute> header;
  private final Map<String, List<String>> datasets;
  private final String ids;

  /**
   * Where an attribute is.
   *
   * @param object that has it
   * @param name of it
   */
  record Attribute(String object, String name) {}

  StoredLayout(
      Attribute groups,
      Attribute total,
      Attribute files,
      Attribute box,
      Map<String, Attribute> header,
      Map<String, List<String>> datasets,
      String ids) {
    this.groups = groups;
    this.total = total;
    this.files = files;
    this.box = box;
    this.header = header;
    this.datasets = datasets;
    this.ids = ids;
  }

  /** Whether a file is laid out in any of these ways. */
  static boolean matches(Hdf5File f) {
    return Arrays.stream(values())
        .anyMatch(
            layout ->
                f.exists(layout.groups.object)
                    && f.hasAttribute(layout.groups.object, layout.groups.name));
  }

  /** The layout of a file; Gadget's where it is none of these. */
  static StoredLayout of(Hdf5File f) {
    for (StoredLayout layout : List.of(SWIFT, YT)) {
      if (f.hasAttribute(layout.groups.object, layout.groups.name)) {
        return layout;
      }
    }
    return GADGET;
  }

  /** Whose layout that of a file is. */
  String label(Hdf5File f) {
    return switch (this) {
      case GADGET -> GadgetCatalogueWriter.isTng(f) ? "IllustrisTNG" : "Gadget";
      case SWIFT -> "SWIFT";
      case YT -> "yt";
    };
  }

  /** Number of groups in a file. */
  Attribute groups() {
    return groups;
  }

  /** Number of groups in all files. */
  Attribute total() {
    return total;
  }

  /** Number of files. */
  Attribute files() {
    return files;
  }

  /** Sides of the box, one or three. */
  Attribute box() {
    return box;
  }

  /** Where a number of Gadget's header is; null where the layout has none of this meaning. */
  Attribute header(String name) {
    return this == GADGET ? new Attribute("/Header", name) : header.get(name);
  }

  /** Datasets that are, side by side, one of Gadget's /Group; none where there is none like it. */
  List<String> datasets(String name) {
    return this == GADGET ? List.of("/Group/" + name) : datasets.getOrDefault(name, List.of());
  }

  /** Those of a property; empty for numbers that are not written. */
  List<String> datasets(PropertyColumn property) {
    return switch (this) {
      case GADGET -> datasets(property.gadget());
      case SWIFT -> property.swift();
      case YT -> property.yt();
    };
  }

  /** The IDs of the members, group after group; empty where they are not listed. */
  String ids() {
    return ids;
  }
}
