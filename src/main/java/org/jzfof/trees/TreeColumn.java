package org.jzfof.trees;

import java.util.List;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Overdensity.Reference;
import org.jzfof.config.catalogues.TreeFormat;

/**
 * A column of a catalogue that trees copy, with its name in each format, which is null where the
 * format has no such column. A column of groups or of their spheres is that of the group of a
 * subhalo.
 *
 * @param ofGroups column if groups are linked; null if groups have no such column
 */
record TreeColumn(
    CatalogueColumn column,
    CatalogueColumn ofGroups,
    String gadget,
    String subLink,
    String lHaloTree) {
  private static final Overdensity CRITICAL = new Overdensity(200, Reference.CRITICAL);
  private static final Overdensity MEAN = new Overdensity(200, Reference.MEAN);
  private static final Overdensity VIRIAL = new Overdensity(200, Reference.VIRIAL);
  private static final Overdensity DENSE = new Overdensity(500, Reference.CRITICAL);

  /** All columns, in the order of tables. */
  static final List<TreeColumn> ALL =
      List.of(
          everywhere(SubhaloColumns.LENGTH, GroupColumns.LENGTH),
          tng(SubhaloColumns.LENGTH_OF_TYPES),
          lHaloTree(SubhaloColumns.OFFSET_OF_TYPES),
          everywhere(SubhaloColumns.MASS, GroupColumns.MASS),
          tng(SubhaloColumns.MASS_OF_TYPES),
          everywhere(SubhaloColumns.POSITION, GroupColumns.POSITION),
          subLink(SubhaloColumns.CENTRE_OF_MASS),
          everywhere(SubhaloColumns.VELOCITY, GroupColumns.VELOCITY),
          everywhere(SubhaloColumns.VELOCITY_DISPERSION, GroupColumns.VELOCITY_DISPERSION),
          spelled(SubhaloColumns.VMAX, "SubhaloVMax"),
          spelled(SubhaloColumns.VMAX_RADIUS, null),
          everywhere(SubhaloColumns.HALF_MASS_RADIUS, null),
          tng(SubhaloColumns.HALF_MASS_RADIUS_OF_TYPES),
          everywhere(SubhaloColumns.SPIN, null),
          tng(SubhaloColumns.STAR_FORMATION_RATE),
          spelled(SubhaloColumns.MOST_BOUND_ID, "SubhaloIDMostBound"),
          subLink(GroupColumns.LENGTH),
          subLink(GroupColumns.MASS),
          subLink(GroupColumns.MASS_OF_TYPES),
          subLink(GroupColumns.POSITION),
          subLink(GroupColumns.FIRST_SUBHALO),
          subLink(GroupColumns.SUBHALOES),
          tng(SphereColumns.MASS.at(MEAN)),
          everywhere(SphereColumns.MASS.at(CRITICAL), SphereColumns.MASS.at(CRITICAL)),
          tng(SphereColumns.MASS.at(VIRIAL)),
          subLink(SphereColumns.MASS.at(DENSE)),
          subLink(SphereColumns.RADIUS.at(MEAN)),
          tng(SphereColumns.RADIUS.at(CRITICAL)),
          subLink(SphereColumns.RADIUS.at(VIRIAL)),
          subLink(SphereColumns.RADIUS.at(DENSE)));

  private static TreeColumn everywhere(CatalogueColumn column, CatalogueColumn ofGroups) {
    return new TreeColumn(column, ofGroups, column.name(), column.name(), column.name());
  }

  /** Returns a column of Gadget-4 and SubLink that LHaloTree spells in another way. */
  private static TreeColumn spelled(CatalogueColumn column, String lHaloTree) {
    return new TreeColumn(column, null, column.name(), column.name(), lHaloTree);
  }

  /** Returns a column of the two formats of IllustrisTNG. */
  private static TreeColumn tng(CatalogueColumn column) {
    return new TreeColumn(column, null, null, column.name(), column.name());
  }

  private static TreeColumn subLink(CatalogueColumn column) {
    return new TreeColumn(column, null, null, column.name(), null);
  }

  private static TreeColumn lHaloTree(CatalogueColumn column) {
    return new TreeColumn(column, null, null, null, column.name());
  }

  /** Returns the name in a format, or null. */
  String name(TreeFormat format) {
    return switch (format) {
      case GADGET -> gadget;
      case SUBLINK -> subLink;
      case LHALOTREE, LHALOTREE_BINARY -> lHaloTree;
    };
  }

  /** Returns whether the values are those of the group, if subhaloes are linked. */
  boolean isOfGroup() {
    return !column.owner().isOfSubhaloes();
  }
}
