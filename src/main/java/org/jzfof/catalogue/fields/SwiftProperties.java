package org.jzfof.catalogue.fields;

import java.util.List;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.catalogue.measured.MeasuredProperties;
import org.jzfof.groups.GroupCatalogue;

/**
 * The datasets about properties, in /Groups and where SOAP has spheres. All lengths are comoving;
 * velocities and what is made of them are physical.
 */
public final class SwiftProperties {
  private SwiftProperties() {}

  /**
   * All that were measured, with the values of this rank.
   *
   * @param centre what the layout calls the centre of the spheres
   */
  public static List<GroupField> of(GroupCatalogue groups, SwiftLabels labels, String centre) {
    return MeasuredProperties.of(groups, centre, labels.info().snapshot().counts()).stream()
        .flatMap(
            property -> {
              Dimension dimension = property.column().dimension();
              GroupField.Label label =
                  labels.of(
                      SphereFields.about(groups.spheres(), property, centre), unit(dimension));
              return property.parts(property.column().swift(), factor(dimension, labels)).stream()
                  .map(
                      part ->
                          GroupField.real(
                              groups, part.path(), part.columns(), label, part.values()));
            })
        .toList();
  }

  private static double factor(Dimension dimension, SwiftLabels labels) {
    double h = labels.units().perHubble();
    return switch (dimension) {
      case NUMBER, VELOCITY -> 1;
      case MASS, COMOVING_LENGTH, PHYSICAL_LENGTH -> h;
      case LENGTH_VELOCITY -> h * labels.info().snapshot().scaleFactor();
    };
  }

  private static SwiftUnit unit(Dimension dimension) {
    return switch (dimension) {
      case NUMBER -> SwiftUnit.RATIO;
      case MASS -> SwiftUnit.MASS;
      case COMOVING_LENGTH, PHYSICAL_LENGTH -> SwiftUnit.LENGTH;
      case VELOCITY -> SwiftUnit.VELOCITY;
      case LENGTH_VELOCITY -> SwiftUnit.LENGTH_VELOCITY;
    };
  }
}
