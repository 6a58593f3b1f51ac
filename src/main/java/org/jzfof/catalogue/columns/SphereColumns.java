package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.TYPES;
import static org.jzfof.catalogue.columns.CatalogueColumn.numbers;
import static org.jzfof.catalogue.columns.ColumnType.FLAG;
import static org.jzfof.catalogue.columns.ColumnType.LONG_COUNT;
import static org.jzfof.catalogue.columns.ColumnType.REAL;
import static org.jzfof.catalogue.columns.ColumnType.REAL_OR_NAN;
import static org.jzfof.catalogue.columns.Dimension.COMOVING_LENGTH;
import static org.jzfof.catalogue.columns.Dimension.LENGTH_VELOCITY;
import static org.jzfof.catalogue.columns.Dimension.NUMBER;
import static org.jzfof.catalogue.columns.Dimension.VELOCITY;
import static org.jzfof.catalogue.columns.Layout.GADGET;
import static org.jzfof.catalogue.columns.Layout.SWIFT;
import static org.jzfof.catalogue.columns.Layout.YT;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.CatalogueColumn.Source;
import org.jzfof.catalogue.columns.CatalogueColumn.Values;
import org.jzfof.config.Overdensity;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.SphereProperty;

/**
 * Columns of the spheres around groups, each for any mean density: {@link CatalogueColumn#at}
 * returns the column of one density. The names are those of Gadget-4 and of SOAP, if these have the
 * quantity (SOAP: property_table.py).
 */
public final class SphereColumns {
  public static final CatalogueColumn MASS =
      of(REAL, 1, Dimension.MASS, "mass of {particles} {inside, 0}")
          .named(GADGET, "/Group/Group_M_{limit}")
          .named(SWIFT, "/SO/{limit}/TotalMass")
          .named(YT, "/mass_{limit}")
          .from((rows, s) -> ofSphere(rows, s, GroupSpheres::mass));

  public static final CatalogueColumn RADIUS =
      of(REAL, 1, COMOVING_LENGTH, "radius, of what is {inside, 0}")
          .named(GADGET, "/Group/Group_R_{limit}")
          .named(SWIFT, "/SO/{limit}/SORadius")
          .named(YT, "/radius_{limit}")
          .from((rows, s) -> ofSphere(rows, s, GroupSpheres::radius));

  /** Number of particles; SOAP counts particles per type, and so has no name for it. */
  public static final CatalogueColumn COUNT =
      of(LONG_COUNT, 1, NUMBER, "number of {particles} {inside, 0}")
          .named(GADGET, "/Group/Group_N_{limit}")
          .named(SWIFT, "/SO/{limit}/NumberOfParticles")
          .named(YT, "/particles_{limit}")
          .from(
              (rows, s) -> {
                GroupSpheres spheres = rows.groups().spheres();
                int limits = spheres.limits().size();
                return numbers(g -> spheres.number()[g * limits + s]);
              });

  public static final CatalogueColumn SEVERAL_CROSSINGS =
      of(
              FLAG,
              1,
              NUMBER,
              "1 if the enclosed density falls through the limit ({density}) more than once, so that the"
                  + " first and the last crossing differ; 0 otherwise")
          .named(GADGET, "/Group/Group_MultipleCrossings_{limit}")
          .from(
              (rows, s) -> {
                GroupSpheres spheres = rows.groups().spheres();
                int limits = spheres.limits().size();
                return spheres.several() == null
                    ? Optional.empty()
                    : numbers(g -> spheres.several()[g * limits + s] ? 1 : 0);
              });

  public static final CatalogueColumn DISPERSION =
      property(
          SphereProperty.DISPERSION,
          VELOCITY,
          "one-dimensional velocity dispersion, expansion included, of all particles {inside, 0}",
          "VelDisp",
          "VelocityDispersion",
          "velocity_dispersion");

  public static final CatalogueColumn SPIN =
      property(
          SphereProperty.SPIN,
          LENGTH_VELOCITY,
          "specific angular momentum about their centre of mass and mean velocity, physical length"
              + " times velocity, of all particles {inside, 0}",
          "Spin",
          "SpecificAngularMomentum",
          "spin_{axis}");

  public static final CatalogueColumn SPIN_PARAMETER =
      property(
          SphereProperty.SPIN_PARAMETER,
          NUMBER,
          "spin parameter |J| / (sqrt(2) M V R) of Bullock et al. 2001, with V the circular velocity"
              + " at R, of all particles {inside, 0}",
          "SpinParameter",
          "SpinParameter",
          "spin_parameter");

  public static final CatalogueColumn CONCENTRATION =
      property(
          SphereProperty.CONCENTRATION,
          NUMBER,
          "concentration of the NFW profile with the same mean distance from the centre (Wang et al."
              + " 2024; NaN where none has it) of all particles {inside, 0}",
          "Concentration",
          "ConcentrationUnsoftened",
          "concentration");

  public static final CatalogueColumn CONCENTRATION_OF_VMAX =
      property(
          SphereProperty.CONCENTRATION_VMAX,
          NUMBER,
          "concentration of the NFW profile with the largest circular velocity of the group (Prada et"
              + " al. 2012; NaN where none has it) and the mass of all particles {inside, 0}",
          "ConcentrationVmax",
          "ConcentrationVmax",
          "concentration_vmax");

  public static final CatalogueColumn AXIS_RATIOS =
      property(
          SphereProperty.AXIS_RATIOS,
          NUMBER,
          "axis ratios b/a and c/a by the iterative reduced inertia tensor (Allgood et al. 2006; NaN"
              + " below 50 particles) of all particles {inside, NaN}",
          "AxisRatios",
          "AxisRatios",
          "b_to_a",
          "c_to_a");

  public static final CatalogueColumn AXES =
      property(
          SphereProperty.AXES,
          NUMBER,
          "unit vectors along the axes, longest first, by the iterative reduced inertia tensor (Allgood et"
              + " al. 2006; NaN below 50 particles) of all particles {inside, NaN}",
          "Axes",
          "Axes",
          "major_axis_{axis}",
          "intermediate_axis_{axis}",
          "minor_axis_{axis}");

  public static final CatalogueColumn CONTAMINATION_MASS =
      property(
          SphereProperty.CONTAMINATION_MASS,
          Dimension.MASS,
          "mass of the dark matter of types that are not linked (other resolutions of a zoom) {inside, 0}",
          "ContaminationMass",
          "ContaminationMass",
          "contamination_mass");

  public static final CatalogueColumn CONTAMINATION_FRACTION =
      property(
          SphereProperty.CONTAMINATION_FRACTION,
          NUMBER,
          "mass of the dark matter of types that are not linked (other resolutions of a zoom), over"
              + " that of all dark matter, {inside, 0}",
          "ContaminationFraction",
          "ContaminationFraction",
          "contamination_fraction");

  public static final CatalogueColumn MASS_OF_TYPES =
      of(REAL_OR_NAN, TYPES, Dimension.MASS, "mass of the particles of each type {inside, 0}")
          .named(GADGET, "/Group/Group_MassType_{limit}")
          .named(SWIFT, "/SO/{limit}/{mass}")
          .named(YT, "/mass_type{type}_{limit}")
          .from(
              (rows, s) -> {
                double[] values = rows.groups().properties().massInside();
                return values == null
                    ? Optional.empty()
                    : ofSphere(rows, s, rows.groups().types(), values);
              });

  /** All columns, for any mean density. */
  public static final List<CatalogueColumn> ALL =
      List.of(
          MASS,
          RADIUS,
          COUNT,
          SEVERAL_CROSSINGS,
          DISPERSION,
          SPIN,
          SPIN_PARAMETER,
          CONCENTRATION,
          CONCENTRATION_OF_VMAX,
          AXIS_RATIOS,
          AXES,
          CONTAMINATION_MASS,
          CONTAMINATION_FRACTION,
          MASS_OF_TYPES);

  private SphereColumns() {}

  /** Returns all columns for the given mean densities. */
  public static List<CatalogueColumn> at(List<Overdensity> limits) {
    return limits.stream().flatMap(limit -> ALL.stream().map(column -> column.at(limit))).toList();
  }

  private static CatalogueColumn of(
      ColumnType type, int width, Dimension dimension, String description) {
    return CatalogueColumn.of(Owner.SPHERE, type, width, dimension, description);
  }

  /**
   * Creates the column of a property that a run has if the user enables it; SOAP has the same
   * columns as SWIFT's layout.
   */
  private static CatalogueColumn property(
      SphereProperty property,
      Dimension dimension,
      String description,
      String gadget,
      String soap,
      String... yt) {
    String[] inYt = Stream.of(yt).map(name -> "/" + name + "_{limit}").toArray(String[]::new);
    Source source =
        (rows, s) -> {
          double[] values = rows.groups().properties().ofSpheres().get(property);
          return values == null ? Optional.empty() : ofSphere(rows, s, property.width(), values);
        };
    return of(REAL_OR_NAN, property.width(), dimension, description)
        .named(GADGET, "/Group/Group_" + gadget + "_{limit}")
        .named(SWIFT, "/SO/{limit}/" + soap)
        .named(YT, Names.at(inYt))
        .from(source);
  }

  private static Optional<Values> ofSphere(
      CatalogueRows rows, int sphere, Function<GroupSpheres, double[]> of) {
    return ofSphere(rows, sphere, 1, of.apply(rows.groups().spheres()));
  }

  /** Returns the values of one of the spheres of each group. */
  private static Optional<Values> ofSphere(
      CatalogueRows rows, int sphere, int width, double[] values) {
    int limits = rows.groups().spheres().limits().size();
    return numbers(i -> values[(i / width * limits + sphere) * width + i % width]);
  }
}
