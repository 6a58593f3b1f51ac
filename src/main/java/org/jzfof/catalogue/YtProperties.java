package org.jzfof.catalogue;

import java.util.List;
import org.jzfof.catalogue.fields.PhysicalUnits;
import org.jzfof.catalogue.fields.SphereFields;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.catalogue.measured.MeasuredProperties;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.library.Hdf5Type;

/** The datasets of yt's halo catalogue about properties: physical, in cgs. */
final class YtProperties {
  private YtProperties() {}

  /**
   * All that were measured, with the values of this rank.
   *
   * @param info in units of the snapshot
   * @param centre what the layout calls the centre of the spheres
   */
  static List<GroupField> of(
      CatalogueInfo info, GroupCatalogue groups, PhysicalUnits units, String centre) {
    return MeasuredProperties.of(groups, centre, info.snapshot().counts()).stream()
        .flatMap(
            property -> {
              Dimension dimension = property.column().dimension();
              GroupField.Label label =
                  YtCatalogue.label(
                      unit(dimension), SphereFields.about(groups.spheres(), property, centre));
              double factor = factor(dimension, units, info.snapshot().scaleFactor());
              return property.parts(property.column().yt(), factor).stream()
                  .map(
                      part ->
                          new GroupField(
                              part.path(), Hdf5Type.FLOAT64, part.columns(), label, part.values()));
            })
        .toList();
  }

  /** Velocities of properties are peculiar already, other than those of the snapshot. */
  private static double factor(Dimension dimension, PhysicalUnits units, double a) {
    double length = a * units.perHubble() * units.lengthCm();
    return switch (dimension) {
      case NUMBER -> 1;
      case MASS -> units.perHubble() * units.massG();
      case COMOVING_LENGTH, PHYSICAL_LENGTH -> length;
      case VELOCITY -> units.velocityCmPerS();
      case LENGTH_VELOCITY -> length * units.velocityCmPerS();
    };
  }

  private static String unit(Dimension dimension) {
    return switch (dimension) {
      case NUMBER -> "";
      case MASS -> "g";
      case COMOVING_LENGTH, PHYSICAL_LENGTH -> "cm";
      case VELOCITY -> "cm/s";
      case LENGTH_VELOCITY -> "cm**2/s";
    };
  }
}
