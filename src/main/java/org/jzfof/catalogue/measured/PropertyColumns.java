package org.jzfof.catalogue.measured;

import static org.jzfof.catalogue.measured.Dimension.COMOVING_LENGTH;
import static org.jzfof.catalogue.measured.Dimension.LENGTH_VELOCITY;
import static org.jzfof.catalogue.measured.Dimension.MASS;
import static org.jzfof.catalogue.measured.Dimension.NUMBER;
import static org.jzfof.catalogue.measured.Dimension.PHYSICAL_LENGTH;
import static org.jzfof.catalogue.measured.Dimension.VELOCITY;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jzfof.config.Overdensity;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SphereProperty;

/**
 * What the layouts call properties. Names of Gadget-4's subhaloes and of SOAP are taken where these
 * have the property (SOAP: property_table.py).
 */
public final class PropertyColumns {
  private static final List<String> XYZ = List.of("x", "y", "z");

  private PropertyColumns() {}

  /** A property of groups. */
  public static PropertyColumn of(GroupProperty property) {
    return switch (property) {
      case VMAX ->
          ofGroup(property, VELOCITY, "GroupVmax", "MaximumCircularVelocityUnsoftened", "vmax");
      case VMAX_RADIUS ->
          ofGroup(
              property,
              PHYSICAL_LENGTH,
              "GroupVmaxRad",
              "MaximumCircularVelocityRadiusUnsoftened",
              "vmax_radius");
      case HALF_MASS_RADIUS ->
          ofGroup(
              property,
              PHYSICAL_LENGTH,
              "GroupHalfmassRad",
              "HalfMassRadiusTotal",
              "half_mass_radius");
      case DISPERSION ->
          ofGroup(
              property,
              VELOCITY,
              "GroupVelDispPhysical",
              "VelocityDispersionPhysical",
              "velocity_dispersion_physical");
      case SPIN ->
          ofGroup(
              property,
              LENGTH_VELOCITY,
              "GroupSpin",
              "SpecificAngularMomentum",
              components("spin_"));
      case OFFSET ->
          ofGroup(
              property,
              COMOVING_LENGTH,
              "GroupOffset",
              "CentreOfMassOffset",
              "centre_of_mass_offset");
    };
  }

  private static PropertyColumn ofGroup(
      GroupProperty property, Dimension dimension, String gadget, String swift, String... yt) {
    return new PropertyColumn(
        gadget,
        List.of("/Groups/" + swift),
        Stream.of(yt).map(name -> "/" + name).toList(),
        property.width(),
        dimension);
  }

  /** A property of what is inside a sphere. */
  public static PropertyColumn of(SphereProperty property, Overdensity limit) {
    return switch (property) {
      case DISPERSION ->
          ofSphere(
              property, limit, VELOCITY, "VelDisp", "VelocityDispersion", "velocity_dispersion");
      case SPIN ->
          ofSphere(
              property,
              limit,
              LENGTH_VELOCITY,
              "Spin",
              "SpecificAngularMomentum",
              components("spin_"));
      case SPIN_PARAMETER ->
          ofSphere(property, limit, NUMBER, "SpinParameter", "SpinParameter", "spin_parameter");
      case CONCENTRATION ->
          ofSphere(
              property, limit, NUMBER, "Concentration", "ConcentrationUnsoftened", "concentration");
      case CONCENTRATION_VMAX ->
          ofSphere(
              property,
              limit,
              NUMBER,
              "ConcentrationVmax",
              "ConcentrationVmax",
              "concentration_vmax");
      case AXIS_RATIOS ->
          ofSphere(property, limit, NUMBER, "AxisRatios", "AxisRatios", "b_to_a", "c_to_a");
      case AXES ->
          ofSphere(
              property,
              limit,
              NUMBER,
              "Axes",
              "Axes",
              components("major_axis_", "intermediate_axis_", "minor_axis_"));
      case CONTAMINATION_MASS ->
          ofSphere(
              property,
              limit,
              MASS,
              "ContaminationMass",
              "ContaminationMass",
              "contamination_mass");
      case CONTAMINATION_FRACTION ->
          ofSphere(
              property,
              limit,
              NUMBER,
              "ContaminationFraction",
              "ContaminationFraction",
              "contamination_fraction");
    };
  }

  private static PropertyColumn ofSphere(
      SphereProperty property,
      Overdensity limit,
      Dimension dimension,
      String gadget,
      String soap,
      String... yt) {
    return new PropertyColumn(
        gadget(gadget, limit),
        List.of(soap(soap, limit)),
        Stream.of(yt).map(name -> yt(name, limit)).toList(),
        property.width(),
        dimension);
  }

  /**
   * Masses of the types of particles inside a sphere, which SWIFT's layout and yt's have type by
   * type.
   *
   * @param types number of all
   * @param written which of them these layouts have
   */
  public static PropertyColumn massOfTypes(Overdensity limit, int types, IntPredicate written) {
    return new PropertyColumn(
        gadget("MassType", limit),
        ofTypes(types, written, type -> soap(soapMass(type), limit)),
        ofTypes(types, written, type -> yt("mass_type" + type, limit)),
        types,
        MASS);
  }

  private static List<String> ofTypes(int types, IntPredicate written, IntFunction<String> name) {
    return IntStream.range(0, types).mapToObj(t -> written.test(t) ? name.apply(t) : "").toList();
  }

  /** What SOAP calls the mass of a type of particles; it has no names for some types. */
  public static String soapMass(int type) {
    return switch (type) {
      case 0 -> "GasMass";
      case 1 -> "DarkMatterMass";
      case 4 -> "StellarMass";
      case 5 -> "BlackHolesDynamicalMass";
      default -> "PartType" + type + "Mass";
    };
  }

  /** All but the masses of types. */
  public static List<PropertyColumn> all(List<Overdensity> limits) {
    return Stream.concat(
            Arrays.stream(GroupProperty.values()).map(PropertyColumns::of),
            limits.stream()
                .flatMap(
                    limit ->
                        Arrays.stream(SphereProperty.values())
                            .map(property -> of(property, limit))))
        .toList();
  }

  private static String[] components(String... names) {
    return Stream.of(names)
        .flatMap(name -> XYZ.stream().map(axis -> name + axis))
        .toArray(String[]::new);
  }

  private static String gadget(String name, Overdensity limit) {
    return "Group_" + name + "_" + limit.inNames();
  }

  private static String soap(String name, Overdensity limit) {
    return "/SO/" + limit.inSoap() + "/" + name;
  }

  private static String yt(String name, Overdensity limit) {
    return "/" + name + "_" + limit;
  }
}
