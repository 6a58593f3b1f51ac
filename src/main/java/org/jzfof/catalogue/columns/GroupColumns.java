package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.TYPES;
import static org.jzfof.catalogue.columns.CatalogueColumn.ids;
import static org.jzfof.catalogue.columns.CatalogueColumn.numbers;
import static org.jzfof.catalogue.columns.ColumnType.COUNT;
import static org.jzfof.catalogue.columns.ColumnType.GROUP_INDEX;
import static org.jzfof.catalogue.columns.ColumnType.ID;
import static org.jzfof.catalogue.columns.ColumnType.OFFSET;
import static org.jzfof.catalogue.columns.ColumnType.REAL;
import static org.jzfof.catalogue.columns.ColumnType.REAL_OR_NAN;
import static org.jzfof.catalogue.columns.ColumnType.SMALL;
import static org.jzfof.catalogue.columns.ColumnType.SUBHALO_INDEX;
import static org.jzfof.catalogue.columns.Dimension.COMOVING_LENGTH;
import static org.jzfof.catalogue.columns.Dimension.LENGTH_VELOCITY;
import static org.jzfof.catalogue.columns.Dimension.NUMBER;
import static org.jzfof.catalogue.columns.Dimension.PHYSICAL_LENGTH;
import static org.jzfof.catalogue.columns.Dimension.SNAPSHOT_VELOCITY;
import static org.jzfof.catalogue.columns.Dimension.SNAPSHOT_VELOCITY_TIMES_A;
import static org.jzfof.catalogue.columns.Layout.GADGET;
import static org.jzfof.catalogue.columns.Layout.LIGHTCONE;
import static org.jzfof.catalogue.columns.Layout.SOAP;
import static org.jzfof.catalogue.columns.Layout.SWIFT;
import static org.jzfof.catalogue.columns.Layout.TNG;
import static org.jzfof.catalogue.columns.Layout.YT;
import static org.jzfof.catalogue.columns.Names.UNDESCRIBED;
import static org.jzfof.catalogue.columns.Names.at;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.columns.CatalogueColumn.Source;
import org.jzfof.groups.GroupSums;
import org.jzfof.groups.values.GroupProperty;

/** The quantities of groups. */
public final class GroupColumns {
  private static final String CENTRES = "/InputHalos/HaloCentre";
  private static final String FOF = "/InputHalos/FOF/";

  /** Number of members. */
  public static final CatalogueColumn LENGTH =
      of(COUNT, 1, NUMBER, "members of the group")
          .named(GADGET, "/Group/GroupLen")
          .named(SWIFT, "/Groups/Sizes", "FOF group length (number of particles)")
          .named(SOAP, FOF + "Sizes", "Number of particles of the group; 0 for satellites")
          .named(YT, "/particle_number", UNDESCRIBED)
          .from((rows, s) -> longs(rows.groups().sums().length()));

  public static final CatalogueColumn LENGTH_OF_TYPES =
      of(COUNT, TYPES, NUMBER, "members of the group, per particle type")
          .named(GADGET, "/Group/GroupLenType")
          .named(LIGHTCONE, "/Groups/SizesOfTypes")
          .from((rows, s) -> longs(rows.groups().sums().lengthType()));

  public static final CatalogueColumn OFFSET_OF_TYPES =
      of(
              OFFSET,
              TYPES,
              NUMBER,
              "members of all groups before this one, per particle type: the first row of the group in"
                  + " a snapshot whose particles stand in group order")
          .named(GADGET, "/Group/GroupOffsetType")
          .from((rows, s) -> longs(rows.share().offsets(rows.groups())));

  public static final CatalogueColumn MEMBER_OFFSET =
      of(OFFSET, 1, NUMBER, "members of all groups before this one, in the list of members")
          .named(YT, "/particle_index_start", UNDESCRIBED)
          .from((rows, s) -> longs(rows.share().memberStart(rows.groups())));

  public static final CatalogueColumn LINKED_LENGTH =
      of(COUNT, 1, NUMBER, "Number of particles of the linked types")
          .named(SWIFT, "/Groups/LinkedSizes")
          .from((rows, s) -> numbers(g -> linked(rows, g)));

  /** Number of the group among those of all ranks. */
  public static final CatalogueColumn INDEX =
      of(GROUP_INDEX, 1, NUMBER, "number of the group")
          .named(SWIFT, "/Groups/GroupIDs", "FOF group IDs")
          .named(
              LIGHTCONE,
              "/InputHalos/HaloCatalogueIndex",
              "Number of the group, from 0 in order of decreasing length: that of a membership file")
          .named(YT, "/particle_identifier", UNDESCRIBED)
          .from((rows, s) -> numbers(g -> rows.share().first() + g));

  public static final CatalogueColumn MASS =
      of(REAL, 1, Dimension.MASS, "mass of all members")
          .named(GADGET, "/Group/GroupMass")
          .named(SWIFT, at("/Groups/Masses").asFloat64().described("FOF group masses"))
          .named(SOAP, FOF + "Masses", "Mass of the group; 0 for satellites")
          .named(YT, "/particle_mass", UNDESCRIBED)
          .from(sums(GroupSums::mass));

  public static final CatalogueColumn MASS_OF_TYPES =
      of(REAL, TYPES, Dimension.MASS, "mass of the members, per particle type")
          .named(GADGET, "/Group/GroupMassType")
          .named(LIGHTCONE, "/Groups/MassesOfTypes")
          .from(sums(GroupSums::massType));

  /** Centre of the group: a member if spheres are around members, otherwise the centre of mass. */
  public static final CatalogueColumn POSITION =
      of(REAL, 3, Dimension.POSITION, "{position}")
          .named(GADGET, "/Group/GroupPos")
          .named(
              SWIFT,
              at(CENTRES)
                  .or("/Groups/Centres")
                  .asFloat64()
                  .described("Centre of the spheres: {deepest}")
                  .when(rows -> rows.haveSpheres() || rows.haveSubhaloes()))
          .named(LIGHTCONE, at("/Lightcone/HaloCentre").asFloat64())
          .named(YT, "/particle_position_{axis}", "{deepest or mass}")
          .from((rows, s) -> reals(rows.groups().centre()));

  public static final CatalogueColumn CENTRE_OF_MASS =
      of(REAL, 3, Dimension.POSITION, "centre of mass{wrapped}")
          .named(GADGET, at("/Group/GroupCM").when(CatalogueRows::areAroundMembers))
          .named(TNG, "/Group/GroupCM")
          .named(
              SWIFT,
              at("/Groups/Centres")
                  .beside(CENTRES)
                  .asFloat64()
                  .described("FOF group centres of mass"))
          .named(LIGHTCONE, at("/Groups/Centres").asFloat64().when(CatalogueRows::areAroundMembers))
          .named(
              SOAP,
              at(FOF + "Centres")
                  .asFloat64()
                  .described("Centre of mass of the group; 0 for satellites"))
          .named(
              YT,
              at("/centre_of_mass_{axis}")
                  .described("centre of mass")
                  .when(CatalogueRows::areAroundMembers))
          .from(sums(GroupSums::position));

  public static final CatalogueColumn VELOCITY =
      of(REAL, 3, SNAPSHOT_VELOCITY_TIMES_A, "{no velocities}mass-weighted mean velocity{times a}")
          .named(GADGET, "/Group/GroupVel")
          .named(LIGHTCONE, "/Groups/Velocities")
          .named(YT, "/particle_velocity_{axis}", "mass-weighted mean of the peculiar velocities")
          .from(sums(GroupSums::velocity));

  public static final CatalogueColumn VELOCITY_DISPERSION =
      of(
              REAL,
              1,
              SNAPSHOT_VELOCITY,
              "{no velocities}one-dimensional velocity dispersion of the members, peculiar velocity:"
                  + " sqrt(sum m |v - mean v|^2 / (3 sum m))")
          .named(GADGET, "/Group/GroupVelDisp")
          .named(LIGHTCONE, "/Groups/VelocityDispersion")
          .named(YT, "/velocity_dispersion", UNDESCRIBED)
          .from(sums(GroupSums::velocityDispersion));

  public static final CatalogueColumn INERTIA_RADIUS =
      of(
              REAL,
              1,
              COMOVING_LENGTH,
              "root of the mass-weighted mean square distance of the members from the centre of mass, each"
                  + " at its image nearest to one of them: in a group of more than half a periodic box not"
                  + " always that nearest to the centre of mass")
          .named(GADGET, "/Group/GroupInertiaRadius")
          .named(
              SWIFT,
              "/Groups/InertiaRadii",
              "Mass-weighted root mean square distance from the centre of mass")
          .named(YT, "/inertia_radius", UNDESCRIBED)
          .from(sums(GroupSums::inertiaRadius));

  public static final CatalogueColumn ENCLOSING_RADIUS =
      of(
              REAL,
              1,
              COMOVING_LENGTH,
              "enclosing radius: distance from the centre of mass to the farthest member")
          .named(SWIFT, "/Groups/Radii", "Distance to the particle furthest from the centre")
          .named(
              SOAP,
              FOF + "Radii",
              "Distance of the member that is furthest from the centre of mass of the group; 0 for"
                  + " satellites")
          .named(YT, "/enclosing_radius")
          .from(sums(GroupSums::enclosingRadius));

  /** Copy of another radius, written by the writer of the layout. */
  public static final CatalogueColumn VIRIAL_RADIUS =
      of(
              REAL,
              1,
              COMOVING_LENGTH,
              "radius that yt takes for that of a halo: radius_200c, else radius_vir, else enclosing_radius")
          .named(YT, "/virial_radius");

  public static final CatalogueColumn SCALE_FACTOR =
      of(REAL, 1, NUMBER, "{scale factor}")
          .named(GADGET, "/Group/GroupAscale")
          .named(LIGHTCONE, "/Lightcone/ExpansionFactor")
          .named(YT, at("/scale_factor").when(CatalogueRows::ofLightcone))
          .from(
              (rows, s) ->
                  rows.info().lightcone().isPresent()
                      ? reals(rows.groups().lightcone().scaleFactor())
                      : numbers(g -> rows.info().snapshot().scaleFactor()));

  public static final CatalogueColumn FIRST_SUBHALO =
      of(SUBHALO_INDEX, 1, NUMBER, "{first subhalo}")
          .named(GADGET, "/Group/GroupFirstSub")
          .named(
              SWIFT,
              at("/Groups/FirstSubhaloIndex")
                  .described(
                      "Row of the first subhalo in the file of subhaloes; -1 where there is none")
                  .when(CatalogueRows::haveSubhaloes))
          .named(YT, at("/first_subhalo").described(UNDESCRIBED).when(CatalogueRows::haveSubhaloes))
          .from(
              (rows, s) -> {
                long[] first = rows.share().subhaloStarts(rows.groups());
                return numbers(g -> first[g + 1] > first[g] ? first[g] : -1);
              });

  public static final CatalogueColumn SUBHALOES =
      of(SMALL, 1, NUMBER, "number of subhaloes")
          .named(GADGET, "/Group/GroupNsubs")
          .named(
              SWIFT,
              at("/Groups/NumberOfSubhalos")
                  .described("Number of subhaloes")
                  .when(CatalogueRows::haveSubhaloes))
          .named(
              YT,
              at("/number_of_subhalos").described(UNDESCRIBED).when(CatalogueRows::haveSubhaloes))
          .from(
              (rows, s) -> {
                long[] first = rows.share().subhaloStarts(rows.groups());
                return numbers(g -> first[g + 1] - first[g]);
              });

  public static final CatalogueColumn DEEPEST_ID =
      of(
              ID,
              1,
              NUMBER,
              "ID of the member that is deepest in the potential of all members, at GroupPos;"
                  + " kinetic energies are not looked at")
          .named(GADGET, "/Group/GroupIDMostbound")
          .from(
              (rows, s) -> {
                long[] id = rows.groups().spheres().id();
                return id == null ? Optional.empty() : ids(g -> id[g]);
              });

  public static final CatalogueColumn VMAX =
      property(
              GroupProperty.VMAX,
              Dimension.VELOCITY,
              "largest circular velocity sqrt(G M(<r) / r) of a member, from the seventh nearest to"
                  + " {centre} outward")
          .named(GADGET, "/Group/GroupVmax")
          .named(SWIFT, "/Groups/MaximumCircularVelocityUnsoftened")
          .named(YT, "/vmax");

  public static final CatalogueColumn VMAX_RADIUS =
      property(
              GroupProperty.VMAX_RADIUS, PHYSICAL_LENGTH, "radius of the largest circular velocity")
          .named(GADGET, "/Group/GroupVmaxRad")
          .named(SWIFT, "/Groups/MaximumCircularVelocityRadiusUnsoftened")
          .named(YT, "/vmax_radius");

  public static final CatalogueColumn HALF_MASS_RADIUS =
      property(
              GroupProperty.HALF_MASS_RADIUS,
              PHYSICAL_LENGTH,
              "radius around {centre} that holds half the mass of the members, as that of subhaloes: the"
                  + " mean of the distances of two consecutive ones")
          .named(GADGET, "/Group/GroupHalfmassRad")
          .named(SWIFT, "/Groups/HalfMassRadiusTotal")
          .named(YT, "/half_mass_radius");

  public static final CatalogueColumn DISPERSION_WITH_EXPANSION =
      property(
              GroupProperty.DISPERSION,
              Dimension.VELOCITY,
              "one-dimensional velocity dispersion of the members, with the expansion about the centre"
                  + " of mass added to peculiar velocities, as that of Gadget-4's subhaloes")
          .named(GADGET, "/Group/GroupVelDispPhysical")
          .named(SWIFT, "/Groups/VelocityDispersionPhysical")
          .named(YT, "/velocity_dispersion_physical");

  public static final CatalogueColumn SPIN =
      property(
              GroupProperty.SPIN,
              LENGTH_VELOCITY,
              "specific angular momentum of the members about their centre of mass and mean velocity:"
                  + " physical length times velocity")
          .named(GADGET, "/Group/GroupSpin")
          .named(SWIFT, "/Groups/SpecificAngularMomentum")
          .named(YT, "/spin_{axis}");

  public static final CatalogueColumn CENTRE_OFFSET =
      property(
              GroupProperty.OFFSET,
              COMOVING_LENGTH,
              "distance of the centre of mass of the members from {centre}")
          .named(GADGET, "/Group/GroupOffset")
          .named(SWIFT, "/Groups/CentreOfMassOffset")
          .named(YT, "/centre_of_mass_offset");

  public static final CatalogueColumn STAR_FORMATION_RATE =
      property(
              GroupProperty.STAR_FORMATION_RATE,
              Dimension.MASS_RATE,
              "star formation rate of the gas of the group")
          .named(GADGET, "/Group/GroupSFR")
          .named(SWIFT, "/Groups/StarFormationRate")
          .named(YT, "/star_formation_rate");

  /** All columns of groups. */
  public static final List<CatalogueColumn> ALL =
      List.of(
          LENGTH,
          LENGTH_OF_TYPES,
          OFFSET_OF_TYPES,
          MEMBER_OFFSET,
          LINKED_LENGTH,
          INDEX,
          MASS,
          MASS_OF_TYPES,
          POSITION,
          CENTRE_OF_MASS,
          VELOCITY,
          VELOCITY_DISPERSION,
          INERTIA_RADIUS,
          ENCLOSING_RADIUS,
          VIRIAL_RADIUS,
          SCALE_FACTOR,
          FIRST_SUBHALO,
          SUBHALOES,
          DEEPEST_ID,
          VMAX,
          VMAX_RADIUS,
          HALF_MASS_RADIUS,
          DISPERSION_WITH_EXPANSION,
          SPIN,
          CENTRE_OFFSET,
          STAR_FORMATION_RATE);

  private GroupColumns() {}

  private static CatalogueColumn of(
      ColumnType type, int width, Dimension dimension, String description) {
    return CatalogueColumn.of(Owner.GROUP, type, width, dimension, description);
  }

  /** Creates the column of a property that a run has if the user enables it. */
  private static CatalogueColumn property(
      GroupProperty property, Dimension dimension, String description) {
    return of(REAL_OR_NAN, property.width(), dimension, description)
        .from(
            (rows, s) -> {
              double[] values = rows.groups().properties().ofGroups().get(property);
              boolean enabled =
                  rows.groups().spheres().options().properties().contains(property.option());
              return values != null && enabled ? reals(values) : Optional.empty();
            });
  }

  private static Source sums(Function<GroupSums, double[]> of) {
    return (rows, s) -> reals(of.apply(rows.groups().sums()));
  }

  private static Optional<CatalogueColumn.Values> reals(double[] values) {
    return numbers(i -> values[i]);
  }

  private static Optional<CatalogueColumn.Values> longs(long[] values) {
    return numbers(i -> values[i]);
  }

  /** Returns the number of members of a group that were linked, not attached. */
  private static double linked(CatalogueRows rows, int group) {
    return Arrays.stream(rows.info().linking().primaryTypes())
        .mapToLong(type -> rows.groups().sums().lengthType()[group * rows.groups().types() + type])
        .sum();
  }
}
