package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.TYPES;
import static org.jzfof.catalogue.columns.CatalogueColumn.ids;
import static org.jzfof.catalogue.columns.CatalogueColumn.numbers;
import static org.jzfof.catalogue.columns.CatalogueColumn.ofTable;
import static org.jzfof.catalogue.columns.ColumnType.COUNT;
import static org.jzfof.catalogue.columns.ColumnType.GROUP_INDEX;
import static org.jzfof.catalogue.columns.ColumnType.ID;
import static org.jzfof.catalogue.columns.ColumnType.OFFSET;
import static org.jzfof.catalogue.columns.ColumnType.REAL;
import static org.jzfof.catalogue.columns.ColumnType.REAL_OR_NAN;
import static org.jzfof.catalogue.columns.ColumnType.SMALL;
import static org.jzfof.catalogue.columns.ColumnType.SUBHALO_INDEX;
import static org.jzfof.catalogue.columns.Dimension.LENGTH_VELOCITY;
import static org.jzfof.catalogue.columns.Dimension.NUMBER;
import static org.jzfof.catalogue.columns.Dimension.PHYSICAL_LENGTH;
import static org.jzfof.catalogue.columns.Layout.GADGET;
import static org.jzfof.catalogue.columns.Layout.SOAP;
import static org.jzfof.catalogue.columns.Layout.TNG;
import static org.jzfof.catalogue.columns.Layout.YT;
import static org.jzfof.catalogue.columns.Names.at;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/** The quantities of subhaloes. */
public final class SubhaloColumns {
  private static final String INPUT = "/InputHalos/";
  private static final String SUBFIND = INPUT + "SubFind/";
  private static final String BOUND = "/BoundSubhalo/";

  /** Number of members. */
  public static final CatalogueColumn LENGTH =
      ofTable(SubhaloColumn.LENGTH, COUNT, NUMBER, "members that are bound to each other")
          .named(GADGET, "/Subhalo/SubhaloLen")
          .named(
              SOAP,
              INPUT + "NumberOfBoundParticles",
              "Number of particles that are bound to each other")
          .named(YT, "/particle_number");

  public static final CatalogueColumn LENGTH_OF_TYPES =
      ofTable(SubhaloColumn.LENGTH_TYPE, COUNT, NUMBER, "members, per particle type")
          .named(GADGET, "/Subhalo/SubhaloLenType")
          .named(SOAP, BOUND + "NumberOf{one}Particles", "Number of particles of type {type}")
          .named(YT, "/number_type{type}", "members of type {type}");

  public static final CatalogueColumn OFFSET_OF_TYPES =
      of(
              OFFSET,
              TYPES,
              NUMBER,
              "first row of the subhalo in a snapshot whose particles stand in group order, per particle"
                  + " type; the most bound particle comes first")
          .named(GADGET, "/Subhalo/SubhaloOffsetType")
          .from(
              (rows, s) -> {
                long[] offset =
                    rows.groups()
                        .subhaloes()
                        .offsets(rows.share().offsets(rows.groups()), SubhaloColumn.LENGTH_TYPE);
                return numbers(i -> offset[i]);
              });

  public static final CatalogueColumn MEMBER_OFFSET =
      of(OFFSET, 1, NUMBER, "first member in /particles/ids, the most bound one of its type")
          .named(YT, "/particle_index_start")
          .from(
              (rows, s) -> {
                long[] offset =
                    rows.groups()
                        .subhaloes()
                        .offsets(rows.share().memberStart(rows.groups()), SubhaloColumn.LENGTH);
                return numbers(i -> offset[i]);
              });

  /** Number of the subhalo among those of all ranks, from 0. */
  public static final CatalogueColumn INDEX =
      of(SUBHALO_INDEX, 1, NUMBER, "number of the subhalo")
          .named(
              SOAP,
              INPUT + "HaloCatalogueIndex",
              "Row of the subhalo, from 0: GroupNr_bound of its particles in the membership file")
          .named(YT, "/particle_identifier")
          .from((rows, s) -> numbers(i -> rows.share().firstSubhalo() + i));

  /** Number of the group; IllustrisTNG has {@link #TNG_GROUP} instead. */
  public static final CatalogueColumn GROUP =
      of(GROUP_INDEX, 1, NUMBER, "number of its group")
          .named(GADGET, at("/Subhalo/SubhaloGroupNr").or("/Subhalo/SubhaloGrNr"))
          .named(TNG, Names.NONE)
          .named(
              SOAP,
              SUBFIND + "GroupNumber",
              "ID of the group, from 1: GroupIDs of the file of groups, FOFGroupIDs of the particles")
          .named(YT, "/group_identifier", "particle_identifier of its group")
          .from((rows, s) -> numbers(i -> rows.share().first() + rows.group(i)));

  public static final CatalogueColumn TNG_GROUP =
      of(GROUP_INDEX, 1, NUMBER, "number of its group: the name in IllustrisTNG and yt")
          .named(GADGET, "/Subhalo/SubhaloGrNr")
          .from((rows, s) -> numbers(i -> rows.share().first() + rows.group(i)));

  public static final CatalogueColumn RANK =
      ofTable(
              SubhaloColumn.RANK,
              SMALL,
              NUMBER,
              "rank in its group: 0 for the longest; of equal ones the one with the smallest ID comes first")
          .named(GADGET, "/Subhalo/SubhaloRankInGr")
          .named(
              SOAP,
              SUBFIND + "SubGroupNumber",
              "Rank in the group, from 0: by number of particles, of equal ones by their smallest ID")
          .named(YT, "/rank_in_group");

  public static final CatalogueColumn PARENT =
      ofTable(
              SubhaloColumn.PARENT,
              SMALL,
              NUMBER,
              "rank in its group of the subhalo around it; 0 where there is none")
          .named(GADGET, at("/Subhalo/SubhaloParentRank").or("/Subhalo/SubhaloParent"))
          .named(TNG, "/Subhalo/SubhaloParent")
          .named(
              SOAP,
              SUBFIND + "ParentSubGroupNumber",
              "Rank in the group of the subhalo around it; 0 where there is none")
          .named(YT, "/parent_rank");

  public static final CatalogueColumn MOST_BOUND_ID =
      of(ID, 1, NUMBER, "ID of the member of lowest energy")
          .named(GADGET, "/Subhalo/SubhaloIDMostbound")
          .named(SOAP, SUBFIND + "MostBoundParticleID", "ID of the particle of lowest energy")
          .named(YT, "/most_bound_id")
          .from(
              (rows, s) -> {
                SubhaloTable table = rows.groups().subhaloes();
                return ids(table.integersOf(SubhaloColumn.MOST_BOUND));
              });

  public static final CatalogueColumn IS_CENTRAL =
      of(SMALL, 1, NUMBER, "1 for the first subhalo of a group, the longest, 0 for others")
          .named(SOAP, INPUT + "IsCentral")
          .from((rows, s) -> numbers(i -> rows.isFirst(i) ? 1 : 0));

  public static final CatalogueColumn HOST =
      of(
              SUBHALO_INDEX,
              1,
              NUMBER,
              "Row of the first subhalo of the group, which is its own for the first one")
          .named(SOAP, "/SOAP/HostHaloIndex")
          .from(
              (rows, s) -> {
                long[] first = rows.share().subhaloStarts(rows.groups());
                return numbers(i -> first[rows.group(i)]);
              });

  public static final CatalogueColumn RANK_BY_MASS =
      of(SMALL, 1, NUMBER, "Rank in the group by mass, from 0; of equal ones by SubGroupNumber")
          .named(SOAP, "/SOAP/SubhaloRankByBoundMass")
          .from(
              (rows, s) -> {
                int[] rank = rows.ranksByMass();
                return numbers(i -> rank[i]);
              });

  public static final CatalogueColumn MASS =
      ofTable(SubhaloColumn.MASS, REAL, Dimension.MASS, "mass of the members")
          .named(GADGET, "/Subhalo/SubhaloMass")
          .named(SOAP, BOUND + "TotalMass", "Mass of the particles")
          .named(YT, "/particle_mass");

  public static final CatalogueColumn MASS_OF_TYPES =
      ofTable(
              SubhaloColumn.MASS_TYPE,
              REAL,
              Dimension.MASS,
              "mass of the members, per particle type")
          .named(GADGET, "/Subhalo/SubhaloMassType")
          .named(SOAP, BOUND + "{mass}", "Mass of the particles of type {type}")
          .named(YT, "/mass_type{type}", "mass of the members of type {type}");

  public static final CatalogueColumn POSITION =
      ofTable(
              SubhaloColumn.POSITION,
              REAL,
              Dimension.POSITION,
              "the member that is deepest in the potential of the members, with a Plummer-equivalent"
                  + " softening of {softening}")
          .named(GADGET, "/Subhalo/SubhaloPos")
          .named(
              SOAP,
              at(INPUT + "HaloCentre")
                  .asFloat64()
                  .described("The particle that is deepest in the potential of the subhalo"))
          .named(
              YT,
              "/particle_position_{axis}",
              "the member that is deepest in the potential of the members");

  public static final CatalogueColumn CENTRE_OF_MASS =
      ofTable(SubhaloColumn.CENTRE_OF_MASS, REAL, Dimension.POSITION, "centre of mass")
          .named(GADGET, "/Subhalo/SubhaloCM")
          .named(SOAP, at(BOUND + "CentreOfMass").asFloat64().described("Centre of mass"))
          .named(YT, "/centre_of_mass_{axis}");

  public static final CatalogueColumn VELOCITY =
      ofTable(
              SubhaloColumn.VELOCITY,
              REAL,
              Dimension.VELOCITY,
              "mass-weighted mean peculiar velocity")
          .named(GADGET, "/Subhalo/SubhaloVel")
          .named(SOAP, BOUND + "CentreOfMassVelocity", "Mass-weighted mean peculiar velocity")
          .named(YT, "/particle_velocity_{axis}", "mass-weighted mean of the peculiar velocities");

  public static final CatalogueColumn VELOCITY_DISPERSION =
      ofTable(
              SubhaloColumn.DISPERSION,
              REAL,
              Dimension.VELOCITY,
              "one-dimensional dispersion of peculiar velocities with the expansion about the centre of"
                  + " mass: sqrt(sum m v^2 / (3 sum m))")
          .named(GADGET, "/Subhalo/SubhaloVelDisp")
          .named(
              SOAP,
              BOUND + "VelocityDispersionPhysical",
              "One-dimensional dispersion of peculiar velocities with the expansion about the"
                  + " centre of mass")
          .named(
              YT,
              "/velocity_dispersion_physical",
              "one-dimensional dispersion of peculiar velocities with the expansion about the"
                  + " centre of mass");

  public static final CatalogueColumn SPIN =
      ofTable(
              SubhaloColumn.SPIN,
              REAL,
              LENGTH_VELOCITY,
              "specific angular momentum about the centre of mass, in physical lengths")
          .named(GADGET, "/Subhalo/SubhaloSpin")
          .named(
              SOAP,
              BOUND + "SpecificAngularMomentum",
              "Specific angular momentum about the centre of mass")
          .named(YT, "/spin_{axis}", "specific angular momentum about the centre of mass");

  public static final CatalogueColumn VMAX =
      ofTable(
              SubhaloColumn.VMAX,
              REAL,
              Dimension.VELOCITY,
              "largest sqrt(G M(<r) / r) of the members, from the seventh innermost on")
          .named(GADGET, "/Subhalo/SubhaloVmax")
          .named(
              SOAP,
              BOUND + "MaximumCircularVelocityUnsoftened",
              "Largest sqrt(G M(<r) / r) of the particles, from the seventh innermost on")
          .named(YT, "/vmax");

  public static final CatalogueColumn VMAX_RADIUS =
      ofTable(
              SubhaloColumn.VMAX_RADIUS,
              REAL,
              PHYSICAL_LENGTH,
              "{frame} distance from SubhaloPos at which SubhaloVmax is reached")
          .named(GADGET, "/Subhalo/SubhaloVmaxRad")
          .named(
              SOAP,
              BOUND + "MaximumCircularVelocityRadiusUnsoftened",
              "Distance from HaloCentre at which MaximumCircularVelocityUnsoftened is reached")
          .named(
              YT,
              "/vmax_radius",
              "distance from particle_position_x, _y, _z at which vmax is reached");

  public static final CatalogueColumn HALF_MASS_RADIUS =
      ofTable(
              SubhaloColumn.HALF_MASS_RADIUS,
              REAL,
              PHYSICAL_LENGTH,
              "{frame} radius around SubhaloPos with half of the mass")
          .named(GADGET, "/Subhalo/SubhaloHalfmassRad")
          .named(
              SOAP, BOUND + "HalfMassRadiusTotal", "Radius around HaloCentre with half of the mass")
          .named(
              YT,
              "/half_mass_radius",
              "radius around particle_position_x, _y, _z with half of the mass");

  public static final CatalogueColumn HALF_MASS_RADIUS_OF_TYPES =
      ofTable(
              SubhaloColumn.HALF_MASS_RADIUS_TYPE,
              REAL,
              PHYSICAL_LENGTH,
              "{frame} radius around SubhaloPos with half of the mass, per particle type")
          .named(GADGET, "/Subhalo/SubhaloHalfmassRadType")
          .named(
              SOAP,
              BOUND + "HalfMassRadius{all}",
              "Radius around HaloCentre with half of the mass of the particles of type {type}")
          .named(
              YT,
              "/half_mass_radius_type{type}",
              "radius around particle_position_x, _y, _z with half of the mass of the members of"
                  + " type {type}");

  public static final CatalogueColumn ENCLOSING_RADIUS =
      ofTable(
              SubhaloColumn.ENCLOSING_RADIUS,
              REAL,
              PHYSICAL_LENGTH,
              "Distance of the farthest particle from HaloCentre")
          .named(SOAP, BOUND + "EncloseRadius");

  public static final CatalogueColumn STAR_FORMATION_RATE =
      of(REAL_OR_NAN, 1, Dimension.MASS_RATE, "star formation rate of the gas of the subhalo")
          .named(GADGET, "/Subhalo/SubhaloSFR")
          .named(SOAP, BOUND + "StarFormationRate")
          .named(YT, "/star_formation_rate")
          .from(
              (rows, s) -> {
                Map<GroupProperty, double[]> ofGroups = rows.groups().properties().ofGroups();
                SubhaloTable table = rows.groups().subhaloes();
                return ofGroups.containsKey(GroupProperty.STAR_FORMATION_RATE)
                    ? numbers(table.realsOf(SubhaloColumn.STAR_FORMATION_RATE))
                    : Optional.empty();
              });

  /** Copy of another radius, written by the writer of the layout. */
  public static final CatalogueColumn VIRIAL_RADIUS =
      of(REAL, 1, PHYSICAL_LENGTH, "radius that yt takes for that of a halo: half_mass_radius")
          .named(YT, "/virial_radius");

  /** All columns of subhaloes, including {@link ApertureColumns#IN_OWN_RADII}. */
  public static final List<CatalogueColumn> ALL =
      Stream.concat(
              Stream.of(
                  LENGTH,
                  LENGTH_OF_TYPES,
                  OFFSET_OF_TYPES,
                  MEMBER_OFFSET,
                  INDEX,
                  GROUP,
                  TNG_GROUP,
                  RANK,
                  PARENT,
                  MOST_BOUND_ID,
                  IS_CENTRAL,
                  HOST,
                  RANK_BY_MASS,
                  MASS,
                  MASS_OF_TYPES,
                  POSITION,
                  CENTRE_OF_MASS,
                  VELOCITY,
                  VELOCITY_DISPERSION,
                  SPIN,
                  VMAX,
                  VMAX_RADIUS,
                  HALF_MASS_RADIUS,
                  HALF_MASS_RADIUS_OF_TYPES,
                  ENCLOSING_RADIUS,
                  STAR_FORMATION_RATE,
                  VIRIAL_RADIUS),
              ApertureColumns.IN_OWN_RADII.stream())
          .toList();

  private SubhaloColumns() {}

  private static CatalogueColumn of(
      ColumnType type, int width, Dimension dimension, String description) {
    return CatalogueColumn.of(Owner.SUBHALO, type, width, dimension, description);
  }
}
