package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.TYPES;
import static org.jzfof.catalogue.columns.Names.at;

import java.util.List;
import org.jzfof.groups.values.SubhaloColumn;

/** The masses of subhaloes within radii about their deepest members. */
public final class ApertureColumns {
  private static final String HALF_RADIUS = "the radius with half of the mass of the stars";
  private static final String VMAX_RADIUS = "the radius of the largest circular velocity";

  /** All of them: those of IllustrisTNG, in all and per particle type. */
  public static final List<CatalogueColumn> ALL =
      List.of(
          inHalfRadius(SubhaloColumn.MASS_IN_HALF_RADIUS),
          inHalfRadius(SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE),
          inTwiceHalfRadius(SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS),
          inTwiceHalfRadius(SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE),
          inVmaxRadius(SubhaloColumn.MASS_IN_VMAX_RADIUS),
          inVmaxRadius(SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE));

  private ApertureColumns() {}

  private static CatalogueColumn inHalfRadius(SubhaloColumn column) {
    return within(column, "HalfRad", "HalfMassRadiusStars", "half_radius", HALF_RADIUS);
  }

  private static CatalogueColumn inTwiceHalfRadius(SubhaloColumn column) {
    String soap = "2xHalfMassRadiusStars";
    return within(column, "Rad", soap, "twice_half_radius", "twice " + HALF_RADIUS);
  }

  private static CatalogueColumn inVmaxRadius(SubhaloColumn column) {
    String soap = "MaximumCircularVelocityRadiusUnsoftened";
    return within(column, "MaxRad", soap, "vmax_radius", VMAX_RADIUS);
  }

  /**
   * The mass of the members, or of those of each type, that are closer than a radius (AREPO:
   * subfind_properties.c; SOAP takes members at the radius as well).
   */
  private static CatalogueColumn within(
      SubhaloColumn column, String tng, String soap, String yt, String radius) {
    String closer = " that are closer to the deepest than " + radius;
    if (column.width(TYPES) != TYPES) {
      return CatalogueColumn.ofTable(
              column, ColumnType.REAL, Dimension.MASS, "mass of the members" + closer)
          .named(Layout.GADGET, "/Subhalo/SubhaloMassIn" + tng)
          .named(Layout.SOAP, "/ExclusiveSphere/" + soap + "/TotalMass")
          .named(Layout.YT, "/mass_in_" + yt);
    }
    String ofType = "mass of the members of type {type}" + closer;
    String perType = "mass of the members" + closer + ", per particle type";
    return CatalogueColumn.ofTable(column, ColumnType.REAL, Dimension.MASS, perType)
        .named(Layout.GADGET, "/Subhalo/SubhaloMassIn" + tng + "Type")
        .named(Layout.SOAP, at("/ExclusiveSphere/" + soap + "/{mass}").described(ofType))
        .named(Layout.YT, at("/mass_in_" + yt + "_type{type}").described(ofType));
  }
}
