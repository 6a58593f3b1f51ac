package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.stored.StoredLayout.Attribute;

/**
 * Where a layout keeps what Gadget's has in /Subhalo.
 *
 * @param here attribute with the number of subhaloes in a file
 * @param total attribute with their number in all files
 * @param datasets that are, side by side, one of Gadget's; all of the same name where this is empty
 * @param firstGroup number of the first group
 */
record SubhaloLayout(
    Attribute here, Attribute total, Map<String, List<String>> datasets, int firstGroup) {
  /** The number of the group of each. */
  static final String GROUP = "SubhaloGroupNr";

  /** What an own catalogue has only where subhaloes were looked for. */
  static final String LENGTH = "SubhaloLen";

  private static final SubhaloLayout GADGET =
      new SubhaloLayout(
          new Attribute("/Header", "Nsubhalos_ThisFile"),
          new Attribute("/Header", "Nsubhalos_Total"),
          Map.of(),
          0);

  private static final SubhaloLayout SOAP =
      new SubhaloLayout(
          new Attribute("/Header", "NumSubhalos_ThisFile"),
          new Attribute("/Header", "NumSubhalos_Total"),
          Map.of(
              LENGTH,
              List.of("/InputHalos/NumberOfBoundParticles"),
              GROUP,
              List.of("/InputHalos/SubFind/GroupNumber"),
              "SubhaloRankInGr",
              List.of("/InputHalos/SubFind/SubGroupNumber"),
              "SubhaloParentRank",
              List.of("/InputHalos/SubFind/ParentSubGroupNumber"),
              "SubhaloIDMostbound",
              List.of("/InputHalos/SubFind/MostBoundParticleID"),
              "SubhaloMass",
              List.of("/BoundSubhalo/TotalMass"),
              "SubhaloPos",
              List.of("/InputHalos/HaloCentre"),
              "SubhaloVmax",
              List.of("/BoundSubhalo/MaximumCircularVelocityUnsoftened"),
              "SubhaloHalfmassRad",
              List.of("/BoundSubhalo/HalfMassRadiusTotal")),
          1);

  private static final SubhaloLayout YT =
      new SubhaloLayout(
          new Attribute("/", "num_halos"),
          new Attribute("/", "num_halos"),
          Map.of(
              LENGTH,
              List.of("/particle_number"),
              GROUP,
              List.of("/group_identifier"),
              "SubhaloRankInGr",
              List.of("/rank_in_group"),
              "SubhaloParentRank",
              List.of("/parent_rank"),
              "SubhaloIDMostbound",
              List.of("/most_bound_id"),
              "SubhaloMass",
              List.of("/particle_mass"),
              "SubhaloPos",
              Stream.of("x", "y", "z").map(axis -> "/particle_position_" + axis).toList(),
              "SubhaloVmax",
              List.of("/vmax"),
              "SubhaloHalfmassRad",
              List.of("/half_mass_radius")),
          0);

  static SubhaloLayout of(StoredLayout groups) {
    return switch (groups) {
      case GADGET -> GADGET;
      case SWIFT -> SOAP;
      case YT -> YT;
    };
  }

  /** Datasets that are, side by side, one of Gadget's; none where there is none like it. */
  List<String> paths(String name) {
    return datasets.isEmpty()
        ? List.of("/Subhalo/" + name)
        : datasets.getOrDefault(name, List.of());
  }

  /**
   * The file with the subhaloes of a file of groups: the same one, or one of jzfof beside it; empty
   * where there is none.
   */
  Optional<Path> file(Path groups) {
    return datasets.isEmpty()
        ? Optional.of(groups)
        : CatalogueFiles.subhaloes(groups).filter(StoredCatalogue::isOwn);
  }
}
