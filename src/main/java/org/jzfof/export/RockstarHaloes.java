package org.jzfof.export;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.trees.StoredDescendants;

/**
 * The haloes of a list of ROCKSTAR: the subhaloes of a catalogue, or its groups. A sphere around a
 * group is one around its first subhalo.
 */
final class RockstarHaloes {
  /** Mean density of the masses of haloes (Bryan and Norman 1998). */
  static final Overdensity VIRIAL = Overdensity.find("vir").orElseThrow();

  private final StoredCatalogue catalogue;
  private final boolean subhaloes;
  private final StoredTable groups;
  private final StoredTable table;
  private final StoredDescendants descendants; // null without links
  private RockstarBlock block; // of the rows that were asked for last

  /**
   * Returns the haloes of a catalogue.
   *
   * @param catalogue in Mpc/h, 1e10 Msun/h and km/s
   * @param subhaloes whether haloes are the subhaloes instead of the groups
   * @param links folder with the links to the next snapshot; empty for that of the catalogue and
   *     the one above, where there may be none
   * @throws CatalogueException if the catalogue does not state its cosmology, or the named folder
   *     has no links of the haloes
   */
  static RockstarHaloes of(StoredCatalogue catalogue, boolean subhaloes, String links) {
    Path file = catalogue.files().get(0);
    String number = SnapshotFiles.number(file);
    Path beside = file.toAbsolutePath().getParent();
    List<Path> folders =
        links.isEmpty()
            ? Stream.of(beside, beside.getParent()).filter(Objects::nonNull).toList()
            : List.of(Path.of(links));
    int count = (subhaloes ? catalogue.subhaloTable() : catalogue.groupTable()).rows();
    Optional<StoredDescendants> found = StoredDescendants.find(folders, number, subhaloes, count);
    if (!links.isEmpty() && found.isEmpty()) {
      throw new CatalogueException(
          "%s has no links of the %s of snapshot %s: make them with jzfof link, or leave out --links"
              .formatted(links, subhaloes ? "subhaloes" : "groups", number));
    }
    return new RockstarHaloes(catalogue, subhaloes, found.orElse(null));
  }

  private RockstarHaloes(
      StoredCatalogue catalogue, boolean subhaloes, StoredDescendants descendants) {
    this.catalogue = catalogue;
    this.subhaloes = subhaloes;
    this.groups = catalogue.groupTable();
    this.table = subhaloes ? catalogue.subhaloTable() : groups;
    this.descendants = descendants;
    CatalogueCheck.requireSnapshot(catalogue, "out_N.list");
    if (!catalogue.cosmology().stated()) {
      throw new CatalogueException(
          "%s does not state Omega0, OmegaLambda and h of a run with expansion, which ROCKSTAR's virial radii need: use another format"
              .formatted(catalogue.files().get(0)));
    }
  }

  /** Number of haloes. */
  int count() {
    return table.rows();
  }

  boolean areSubhaloes() {
    return subhaloes;
  }

  boolean haveDescendants() {
    return descendants != null;
  }

  StoredTable table() {
    return table;
  }

  StoredTable groups() {
    return groups;
  }

  StoredDescendants descendants() {
    return descendants;
  }

  /** Returns the values of some haloes. */
  RockstarBlock block(RowRange rows) {
    if (block == null || !block.rows().equals(rows)) {
      block = new RockstarBlock(this, rows);
    }
    return block;
  }

  /** Returns the column of what is a quantity of both subhaloes and groups. */
  CatalogueColumn own(CatalogueColumn ofSubhaloes, CatalogueColumn ofGroups) {
    return subhaloes ? ofSubhaloes : ofGroups;
  }

  /** Returns whether haloes have a quantity. */
  boolean has(CatalogueColumn ofSubhaloes, CatalogueColumn ofGroups) {
    return table.has(own(ofSubhaloes, ofGroups));
  }

  /** Returns whether groups have a quantity of a sphere. */
  boolean has(CatalogueColumn ofSphere, String limit) {
    return groups.has(sphere(ofSphere, limit));
  }

  /** Returns whether a virial mass is known of groups. */
  boolean hasVirialMass() {
    return groups.hasAll(SphereColumns.MASS.at(VIRIAL), SphereColumns.RADIUS.at(VIRIAL));
  }

  static CatalogueColumn sphere(CatalogueColumn ofSphere, String limit) {
    return ofSphere.at(Overdensity.find(limit).orElseThrow());
  }

  boolean hasParents() {
    return subhaloes && table.has(SubhaloColumns.GROUP) && groups.has(GroupColumns.FIRST_SUBHALO);
  }

  double scaleFactor() {
    return 1 / (1 + catalogue.header("Redshift"));
  }

  /** Returns the sides of the box in Mpc/h. */
  double[] boxSize() {
    return catalogue.boxSize();
  }

  boolean periodic() {
    return catalogue.periodic();
  }

  /** Returns the virial density in 1e10 Msun/h over (comoving Mpc/h)³. */
  double virialDensity() {
    Cosmology cosmology = catalogue.cosmology();
    double mean = cosmology.omegaMatter() * cosmology.criticalDensity(catalogue.units());
    return VIRIAL.overMean(cosmology.omegaMatterAt(scaleFactor())) * mean;
  }

  /** Returns the gravitational constant in units of the catalogue. */
  double gravity() {
    return Cosmology.gravity(catalogue.units());
  }
}
