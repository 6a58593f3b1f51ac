package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.TYPES;
import static org.jzfof.catalogue.columns.CatalogueColumn.numbers;

import java.util.List;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.CatalogueColumn.Source;
import org.jzfof.config.SubhaloOptions.Aperture;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/** Columns of the masses of subhaloes within radii around their deepest members. */
public final class ApertureColumns {
  private static final String HALF_RADIUS = "the radius with half of the mass of the stars";
  private static final String VMAX_RADIUS = "the radius of the largest circular velocity";

  /**
   * Masses within radii of the subhalo itself: those of IllustrisTNG, in total and per particle
   * type.
   */
  public static final List<CatalogueColumn> IN_OWN_RADII =
      List.of(
          inHalfRadius(SubhaloColumn.MASS_IN_HALF_RADIUS),
          inHalfRadius(SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE),
          inTwiceHalfRadius(SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS),
          inTwiceHalfRadius(SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE),
          inVmaxRadius(SubhaloColumn.MASS_IN_VMAX_RADIUS),
          inVmaxRadius(SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE));

  /**
   * Masses within a radius that the user gives, for any radius: {@link CatalogueColumn#at} returns
   * the column of one radius. Particles at exactly the radius count, as in SOAP (property_table.py:
   * ExclusiveSphere, InclusiveSphere).
   */
  public static final List<CatalogueColumn> ALL =
      List.of(inAperture(1), inAperture(TYPES), ofAllInAperture(1), ofAllInAperture(TYPES));

  private ApertureColumns() {}

  /** Returns all columns for the given radii. */
  public static List<CatalogueColumn> at(List<Aperture> radii) {
    return radii.stream().flatMap(radius -> ALL.stream().map(column -> column.at(radius))).toList();
  }

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
   * Returns the column of the mass of the members, in total or per type, that are closer than a
   * radius (AREPO: subfind_properties.c; SOAP includes members at exactly the radius).
   */
  private static CatalogueColumn within(
      SubhaloColumn column, String tng, String soap, String yt, String radius) {
    String closer = " that are closer to the deepest than " + radius;
    if (!column.ofEachType()) {
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
        .named(Layout.SOAP, Names.at("/ExclusiveSphere/" + soap + "/{mass}").described(ofType))
        .named(Layout.YT, Names.at("/mass_in_" + yt + "_type{type}").described(ofType));
  }

  private static CatalogueColumn inAperture(int width) {
    String members = "members";
    return inAperture(Owner.SUBHALO, width, members, "SubhaloMassIn", "ExclusiveSphere", "mass_in")
        .from(inAperture(SubhaloColumn.MASS_IN_APERTURES, width));
  }

  private static CatalogueColumn ofAllInAperture(int width) {
    String particles = "particles, bound or not, of the types that --so-types leaves in,";
    String gadget = "SubhaloInclusiveMassIn";
    return inAperture(
            Owner.APERTURE, width, particles, gadget, "InclusiveSphere", "inclusive_mass_in")
        .from(inAperture(SubhaloColumn.MASS_OF_ALL_IN_APERTURES, width));
  }

  private static CatalogueColumn inAperture(
      Owner owner, int width, String quantity, String gadget, String soap, String yt) {
    String mass =
        "mass of the " + quantity + " within {aperture} physical kpc of the deepest member";
    String inGadget = "/Subhalo/" + gadget + "{aperture}kpc";
    String inSoap = "/" + soap + "/{aperture}kpc/";
    String inYt = "/" + yt + "_{aperture}kpc";
    if (width == 1) {
      return CatalogueColumn.of(owner, ColumnType.REAL, width, Dimension.MASS, mass)
          .named(Layout.GADGET, inGadget)
          .named(Layout.SOAP, inSoap + "TotalMass")
          .named(Layout.YT, inYt);
    }
    String ofType = mass + ", those of type {type}";
    String perType = mass + ", per particle type";
    return CatalogueColumn.of(owner, ColumnType.REAL, width, Dimension.MASS, perType)
        .named(Layout.GADGET, inGadget + "Type")
        .named(Layout.SOAP, inSoap + "{mass}", ofType)
        .named(Layout.YT, inYt + "_type{type}", ofType);
  }

  /**
   * Returns the values of an aperture; in a row, the mass of each aperture is followed by the
   * masses of the types.
   */
  private static Source inAperture(SubhaloColumn column, int width) {
    return (rows, aperture) -> {
      SubhaloTable table = rows.groups().subhaloes();
      int types = table.types();
      int first = aperture * (1 + types);
      return width == TYPES
          ? numbers(i -> table.real(column, i / types, first + 1 + i % types))
          : numbers(i -> table.real(column, i, first));
    };
  }
}
