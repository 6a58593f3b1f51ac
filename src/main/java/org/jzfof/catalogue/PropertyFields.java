package org.jzfof.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupProperty;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.UnitChange;
import org.jzfof.snapshot.UnitLabels;
import org.jzfof.snapshot.Units;

/**
 * The datasets of /Group about properties, named as those of Gadget-4's subhaloes: GroupVmax,
 * GroupVmaxRad. As there, their lengths are physical, but that of the offset.
 */
final class PropertyFields {
  private PropertyFields() {}

  /**
   * All that were measured, with the values of this rank; parameters as of {@link GadgetFields}.
   */
  static List<GroupField> of(CatalogueInfo info, GroupCatalogue groups, UnitChange change) {
    SnapshotHeader header = info.snapshot().in(change);
    double a = header.scaleFactor();
    Scaling physical = physicalLength(header.units());
    Scaling velocity = Scaling.peculiarVelocity(header.units());
    String centre = groups.spheres().ofPotential() ? "GroupPos" : "the centre of mass";
    List<GroupField> fields = new ArrayList<>();
    for (GroupProperty property : GroupProperty.values()) {
      double[] values = groups.properties().ofGroups().get(property);
      if (values != null) {
        fields.add(
            switch (property) {
              case VMAX ->
                  field(
                      groups,
                      "GroupVmax",
                      velocity,
                      "largest circular velocity sqrt(G M(<r) / r) of a member, from the seventh nearest to "
                          + centre
                          + " outward",
                      values,
                      change.velocity());
              case VMAX_RADIUS ->
                  field(
                      groups,
                      "GroupVmaxRad",
                      physical,
                      "physical radius of GroupVmax",
                      values,
                      a * change.length());
              case HALF_MASS_RADIUS ->
                  field(
                      groups,
                      "GroupHalfmassRad",
                      physical,
                      "physical radius around "
                          + centre
                          + " that holds half the mass of the members: the mean of the distances of two"
                          + " consecutive ones",
                      values,
                      a * change.length());
              case DISPERSION ->
                  field(
                      groups,
                      "GroupVelDispPhysical",
                      velocity,
                      "one-dimensional velocity dispersion of the members, with the expansion about the"
                          + " centre of mass added to peculiar velocities, as that of Gadget-4's subhaloes",
                      values,
                      change.velocity());
              case SPIN ->
                  GadgetFields.real(
                      groups,
                      "GroupSpin",
                      property.width(),
                      specificAngularMomentum(header.units()),
                      "specific angular momentum of the members about their centre of mass and mean"
                          + " velocity: physical length times velocity",
                      i -> a * change.length() * change.velocity() * values[i]);
              case OFFSET ->
                  field(
                      groups,
                      "GroupOffset",
                      Scaling.length(header),
                      "distance of the centre of mass of the members from " + centre,
                      values,
                      change.length());
            });
      }
    }
    return fields;
  }

  private static GroupField field(
      GroupCatalogue groups,
      String name,
      Scaling scaling,
      String description,
      double[] values,
      double factor) {
    return GadgetFields.real(groups, name, 1, scaling, description, g -> factor * values[g]);
  }

  private static Scaling physicalLength(Units units) {
    return new Scaling(
        "physical " + UnitLabels.length(units), 0, hubble(units), 1, 0, 0, units.lengthCm());
  }

  private static Scaling specificAngularMomentum(Units units) {
    return new Scaling(
        "physical " + UnitLabels.length(units) + " " + UnitLabels.velocity(units),
        0,
        hubble(units),
        1,
        0,
        1,
        units.lengthCm() * units.velocityCmPerS());
  }

  private static double hubble(Units units) {
    return units.perHubble() ? -1 : 0;
  }
}
