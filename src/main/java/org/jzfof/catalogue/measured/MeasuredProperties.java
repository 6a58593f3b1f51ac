package org.jzfof.catalogue.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.SphereProperty;

/** Lists the properties of groups and spheres that a run has measured. */
public final class MeasuredProperties {
  private MeasuredProperties() {}

  /**
   * All that were asked for, with the values of this rank.
   *
   * @param centre what the layout calls the centre of the spheres
   * @param counts particles of each type in the snapshot
   */
  public static List<MeasuredProperty> of(GroupCatalogue groups, String centre, long[] counts) {
    List<MeasuredProperty> measured = new ArrayList<>(ofGroups(groups, centre));
    measured.addAll(ofSpheres(groups.spheres(), groups.properties(), counts));
    return measured;
  }

  /**
   * Those of spheres that were asked for, with the values of this rank.
   *
   * @param counts particles of each type in the snapshot
   */
  public static List<MeasuredProperty> ofSpheres(
      GroupSpheres spheres, GroupProperties properties, long[] counts) {
    List<MeasuredProperty> measured = new ArrayList<>();
    for (int s = 0; s < spheres.limits().size(); s++) {
      measured.addAll(ofSphere(spheres, properties, s, counts));
    }
    return measured;
  }

  private static List<MeasuredProperty> ofGroups(GroupCatalogue groups, String centre) {
    Set<Property> wanted = groups.spheres().options().properties();
    List<MeasuredProperty> measured = new ArrayList<>();
    for (GroupProperty property : GroupProperty.values()) {
      double[] values = groups.properties().ofGroups().get(property);
      if (values != null && wanted.contains(property.option())) {
        measured.add(
            new MeasuredProperty(
                PropertyColumns.of(property),
                description(property, centre),
                Optional.empty(),
                "",
                i -> values[i]));
      }
    }
    return measured;
  }

  private static String description(GroupProperty property, String centre) {
    return switch (property) {
      case VMAX ->
          "largest circular velocity sqrt(G M(<r) / r) of a member, from the seventh nearest to "
              + centre
              + " outward";
      case VMAX_RADIUS -> "radius of the largest circular velocity";
      case HALF_MASS_RADIUS ->
          "radius around "
              + centre
              + " that holds half the mass of the members, as that of subhaloes: the mean of the"
              + " distances of two consecutive ones";
      case DISPERSION ->
          "one-dimensional velocity dispersion of the members, with the expansion about the centre"
              + " of mass added to peculiar velocities, as that of Gadget-4's subhaloes";
      case SPIN ->
          "specific angular momentum of the members about their centre of mass and mean velocity:"
              + " physical length times velocity";
      case OFFSET -> "distance of the centre of mass of the members from " + centre;
    };
  }

  /** Those of sphere s. */
  private static List<MeasuredProperty> ofSphere(
      GroupSpheres spheres, GroupProperties properties, int s, long[] counts) {
    int limits = spheres.limits().size();
    Overdensity limit = spheres.limits().get(s);
    IntUnaryOperator row = group -> group * limits + s;
    List<MeasuredProperty> measured = new ArrayList<>();
    for (SphereProperty property : SphereProperty.values()) {
      double[] values = properties.ofSpheres().get(property);
      if (values != null) {
        measured.add(
            ofRows(
                PropertyColumns.of(property, limit),
                description(property),
                limit,
                none(property),
                row,
                values));
      }
    }
    double[] masses = properties.massInside();
    if (masses != null) {
      measured.add(
          ofRows(
              PropertyColumns.massOfTypes(limit, counts.length, t -> counts[t] > 0),
              "mass of the particles of each type ",
              limit,
              "0",
              row,
              masses));
    }
    return measured;
  }

  /**
   * @param row of a group among the rows of values
   */
  private static MeasuredProperty ofRows(
      PropertyColumn column,
      String description,
      Overdensity limit,
      String none,
      IntUnaryOperator row,
      double[] values) {
    int width = column.width();
    return new MeasuredProperty(
        column,
        description,
        Optional.of(limit),
        none,
        i -> values[row.applyAsInt(i / width) * width + i % width]);
  }

  private static String none(SphereProperty property) {
    return switch (property) {
      case AXIS_RATIOS, AXES -> "NaN";
      case DISPERSION,
          SPIN,
          SPIN_PARAMETER,
          CONCENTRATION,
          CONCENTRATION_VMAX,
          CONTAMINATION_MASS,
          CONTAMINATION_FRACTION ->
          "0";
    };
  }

  /** What is followed by "inside the sphere". */
  private static String description(SphereProperty property) {
    return switch (property) {
      case DISPERSION ->
          "one-dimensional velocity dispersion, expansion included, of all particles ";
      case SPIN ->
          "specific angular momentum about their centre of mass and mean velocity, physical length"
              + " times velocity, of all particles ";
      case SPIN_PARAMETER ->
          "spin parameter |J| / (sqrt(2) M V R) of Bullock et al. 2001, with V the circular velocity"
              + " at R, of all particles ";
      case CONCENTRATION ->
          "concentration of the NFW profile with the same mean distance from the centre (Wang et al."
              + " 2024; NaN where none has it) of all particles ";
      case CONCENTRATION_VMAX ->
          "concentration of the NFW profile with the largest circular velocity of the group (Prada et"
              + " al. 2012; NaN where none has it) and the mass of all particles ";
      case AXIS_RATIOS ->
          "axis ratios b/a and c/a by the iterative reduced inertia tensor (Allgood et al. 2006; NaN"
              + " below 50 particles) of all particles ";
      case AXES ->
          "unit vectors along the axes, longest first, by the iterative reduced inertia tensor (Allgood et"
              + " al. 2006; NaN below 50 particles) of all particles ";
      case CONTAMINATION_MASS ->
          "mass of the dark matter of types that are not linked (other resolutions of a zoom) ";
      case CONTAMINATION_FRACTION ->
          "mass of the dark matter of types that are not linked (other resolutions of a zoom), over"
              + " that of all dark matter, ";
    };
  }
}
