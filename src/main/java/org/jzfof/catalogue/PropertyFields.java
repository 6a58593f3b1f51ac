package org.jzfof.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
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
    String centre = groups.spheres().ofMembers() ? "GroupPos" : "the centre of mass";
    Set<Property> wanted = groups.spheres().options().properties();
    List<GroupField> fields = new ArrayList<>();
    for (GroupProperty property : GroupProperty.values()) {
      double[] values = groups.properties().ofGroups().get(property);
      if (values != null && wanted.contains(property.option())) {
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
    for (int s = 0; s < groups.spheres().limits().size(); s++) {
      Overdensity limit = groups.spheres().limits().get(s);
      String inside = SphereFields.inside(groups.spheres(), limit, centre);
      fields.addAll(inside(info, groups, change, limit.inNames(), inside, s));
    }
    return fields;
  }

  /**
   * What was measured inside a sphere.
   *
   * @param suffix that names the sphere
   * @param inside the sphere, in words
   * @param s its place among the limits
   */
  private static List<GroupField> inside(
      CatalogueInfo info,
      GroupCatalogue groups,
      UnitChange change,
      String suffix,
      String inside,
      int s) {
    SnapshotHeader header = info.snapshot().in(change);
    double a = header.scaleFactor();
    int limits = groups.spheres().limits().size();
    List<GroupField> fields = new ArrayList<>();
    groups
        .properties()
        .ofSpheres()
        .forEach(
            (property, values) -> {
              int width = property.width();
              SphereLabel label =
                  switch (property) {
                    case DISPERSION ->
                        new SphereLabel(
                            "Group_VelDisp_",
                            Scaling.peculiarVelocity(header.units()),
                            change.velocity(),
                            "one-dimensional velocity dispersion, expansion included, of all particles ");
                    case SPIN ->
                        new SphereLabel(
                            "Group_Spin_",
                            specificAngularMomentum(header.units()),
                            a * change.length() * change.velocity(),
                            "specific angular momentum about their centre of mass and mean velocity,"
                                + " physical length times velocity, of all particles ");
                    case SPIN_PARAMETER ->
                        number(
                            "Group_SpinParameter_",
                            "spin parameter |J| / (sqrt(2) M V R) of Bullock et al. 2001 of all particles ");
                    case CONCENTRATION ->
                        number(
                            "Group_Concentration_",
                            "concentration of the NFW profile with the same mean distance from the centre"
                                + " (Wang et al. 2024; NaN where none has it) of all particles ");
                    case CONCENTRATION_VMAX ->
                        number(
                            "Group_ConcentrationVmax_",
                            "concentration of the NFW profile with GroupVmax (Prada et al. 2012; NaN where"
                                + " none has it) and the mass of all particles ");
                    case AXIS_RATIOS ->
                        number(
                            "Group_AxisRatios_",
                            "axis ratios b/a and c/a by the iterative reduced inertia tensor (Allgood et al."
                                + " 2006; NaN below 50 particles) of all particles ");
                    case AXES ->
                        number(
                            "Group_Axes_",
                            "unit vectors along the axes of that tensor, longest first, of all particles ");
                  };
              fields.add(
                  GadgetFields.real(
                      groups,
                      label.name + suffix,
                      width,
                      label.scaling,
                      label.description + inside,
                      i -> label.factor * values[(i / width * limits + s) * width + i % width]));
            });
    double[] massInside = groups.properties().massInside();
    if (massInside != null) {
      int types = groups.types();
      fields.add(
          GadgetFields.real(
              groups,
              "Group_MassType_" + suffix,
              types,
              Scaling.mass(header.units()),
              "mass of the particles of each type " + inside,
              i -> change.mass() * massInside[(i / types * limits + s) * types + i % types]));
    }
    return fields;
  }

  private record SphereLabel(String name, Scaling scaling, double factor, String description) {}

  private static SphereLabel number(String name, String description) {
    return new SphereLabel(name, Scaling.NUMBER, 1, description);
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
