package org.jzfof.catalogue.fields;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.measured.PropertyColumns;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The datasets of SOAP, which has a row for each subhalo (SOAP: property_table.py). Lengths are
 * comoving; velocities and what is made of them are physical. What is known of groups alone stands
 * with the first subhalo of each, and is 0 for others.
 */
public final class SoapFields {
  private static final String INPUT = "/InputHalos/";
  private static final String SUBFIND = INPUT + "SubFind/";
  private static final String FOF = INPUT + "FOF/";
  private static final String BOUND = "/BoundSubhalo/";
  private static final String SOAP = "/SOAP/";

  private final SubhaloTable table;
  private final int types;
  private final SwiftLabels labels;
  private final List<GroupField> fields = new ArrayList<>();

  private SoapFields(SubhaloTable table, SwiftLabels labels) {
    this.table = table;
    this.types = table.types();
    this.labels = labels;
  }

  /** Those of the subhaloes of this rank. */
  public static List<GroupField> of(
      GroupCatalogue groups, CatalogueShare share, SwiftLabels labels) {
    SoapFields all = new SoapFields(groups.subhaloes(), labels);
    all.addPlaces(groups, share);
    all.addGroups(groups);
    all.addBound();
    all.addTypes(labels.info());
    if (groups.spheres().options().wanted()) {
      all.addSpheres(groups);
    }
    return all.fields;
  }

  /**
   * Masses, radii and numbers of particles of spheres as in SOAP, but that it has no number of all
   * particles; a row for each group.
   *
   * @param centre what the layout calls the centre of the spheres
   */
  public static List<GroupField> ofSpheres(
      GroupCatalogue groups, SwiftLabels labels, String centre) {
    return SphereFields.of(
        groups.spheres(),
        labels.units().withoutHubble(),
        centre,
        (quantity, limit, about, values) -> {
          String path = quantity.soapPath(limit);
          return switch (quantity) {
            case MASS -> GroupField.real(groups, path, 1, labels.of(about, SwiftUnit.MASS), values);
            case RADIUS ->
                GroupField.real(groups, path, 1, labels.of(about, SwiftUnit.LENGTH), values);
            case NUMBER ->
                new GroupField(path, Hdf5Type.INT64, 1, labels.of(about, SwiftUnit.NUMBER), values);
          };
        });
  }

  /** Which subhalo of which group each is. */
  private void addPlaces(GroupCatalogue groups, CatalogueShare share) {
    long[] first = share.subhaloStarts(groups);
    int[] byMass = ranksByMass(groups);
    integer(
        INPUT + "HaloCatalogueIndex",
        "Row of the subhalo, from 0: GroupNr_bound of its particles in the membership file",
        s -> share.firstSubhalo() + s);
    integer(
        INPUT + "IsCentral",
        "1 for the first subhalo of a group, the longest, 0 for others",
        s -> isFirst(s) ? 1 : 0);
    integer(
        INPUT + "NumberOfBoundParticles",
        "Number of particles that are bound to each other",
        s -> table.integer(SubhaloColumn.LENGTH, s));
    integer(
        SUBFIND + "GroupNumber",
        "ID of the group, from 1: GroupIDs of the file of groups, FOFGroupIDs of the particles",
        s -> share.first() + group(s) + 1);
    integer(
        SUBFIND + "SubGroupNumber",
        "Rank in the group, from 0: by number of particles, of equal ones by their smallest ID",
        s -> table.integer(SubhaloColumn.RANK, s));
    integer(
        SUBFIND + "ParentSubGroupNumber",
        "Rank in the group of the subhalo around it; 0 where there is none",
        s -> table.integer(SubhaloColumn.PARENT, s));
    fields.add(
        new GroupField(
            CatalogueTable.SUBHALOES,
            SUBFIND + "MostBoundParticleID",
            Hdf5Type.UINT64,
            1,
            labels.of("ID of the particle of lowest energy", SwiftUnit.NUMBER),
            null,
            s -> table.integer(SubhaloColumn.MOST_BOUND, s)));
    integer(
        SOAP + "HostHaloIndex",
        "Row of the first subhalo of the group, which is its own for the first one",
        s -> first[group(s)]);
    integer(
        SOAP + "SubhaloRankByBoundMass",
        "Rank in the group by mass, from 0; of equal ones by SubGroupNumber",
        s -> byMass[s]);
  }

  /** By decreasing mass in each group. */
  private int[] ranksByMass(GroupCatalogue groups) {
    int[] start = table.starts(groups.groups());
    int[] ranks = new int[table.count()];
    for (int g = 0; g < groups.groups(); g++) {
      int first = start[g];
      int[] order =
          IntStream.range(first, start[g + 1])
              .boxed()
              .sorted(Comparator.comparingDouble(s -> -table.real(SubhaloColumn.MASS, s, 0)))
              .mapToInt(s -> s)
              .toArray();
      for (int rank = 0; rank < order.length; rank++) {
        ranks[order[rank]] = rank;
      }
    }
    return ranks;
  }

  /** What the file of groups has of its group. */
  private void addGroups(GroupCatalogue groups) {
    double h = labels.units().perHubble();
    real(
        FOF + "Centres",
        Hdf5Type.FLOAT64,
        3,
        labels.of("Centre of mass of the group; 0 for satellites", SwiftUnit.LENGTH),
        ofFirst(3, i -> h * groups.position()[i]));
    real(
        FOF + "Masses",
        1,
        labels.of("Mass of the group; 0 for satellites", SwiftUnit.MASS),
        ofFirst(1, i -> h * groups.mass()[i]));
    real(
        FOF + "Radii",
        1,
        labels.of(
            "Distance of the member that is furthest from the centre of mass of the group; 0 for"
                + " satellites",
            SwiftUnit.LENGTH),
        ofFirst(1, i -> h * groups.enclosingRadius()[i]));
    integer(
        FOF + "Sizes",
        "Number of particles of the group; 0 for satellites",
        ofFirst(1, i -> groups.length()[i]));
  }

  private void addBound() {
    double h = labels.units().perHubble();
    double comoving = h / labels.info().snapshot().scaleFactor();
    real(
        INPUT + "HaloCentre",
        Hdf5Type.FLOAT64,
        3,
        labels.of("The particle that is deepest in the potential of the subhalo", SwiftUnit.LENGTH),
        i -> h * table.real(SubhaloColumn.POSITION, i / 3, i % 3));
    real(
        BOUND + "CentreOfMass",
        Hdf5Type.FLOAT64,
        3,
        labels.of("Centre of mass", SwiftUnit.LENGTH),
        i -> h * table.real(SubhaloColumn.CENTRE_OF_MASS, i / 3, i % 3));
    bound(
        "CentreOfMassVelocity",
        SubhaloColumn.VELOCITY,
        1,
        SwiftUnit.VELOCITY,
        "Mass-weighted mean peculiar velocity");
    bound("TotalMass", SubhaloColumn.MASS, h, SwiftUnit.MASS, "Mass of the particles");
    bound(
        "HalfMassRadiusTotal",
        SubhaloColumn.HALF_MASS_RADIUS,
        comoving,
        SwiftUnit.LENGTH,
        "Radius around HaloCentre with half of the mass");
    bound(
        "EncloseRadius",
        SubhaloColumn.ENCLOSING_RADIUS,
        comoving,
        SwiftUnit.LENGTH,
        "Distance of the farthest particle from HaloCentre");
    bound(
        "MaximumCircularVelocityUnsoftened",
        SubhaloColumn.VMAX,
        1,
        SwiftUnit.VELOCITY,
        "Largest sqrt(G M(<r) / r) of the particles, from the seventh innermost on");
    bound(
        "MaximumCircularVelocityRadiusUnsoftened",
        SubhaloColumn.VMAX_RADIUS,
        comoving,
        SwiftUnit.LENGTH,
        "Distance from HaloCentre at which MaximumCircularVelocityUnsoftened is reached");
    bound(
        "VelocityDispersionPhysical",
        SubhaloColumn.DISPERSION,
        1,
        SwiftUnit.VELOCITY,
        "One-dimensional dispersion of peculiar velocities with the expansion about the centre of"
            + " mass");
    bound(
        "SpecificAngularMomentum",
        SubhaloColumn.SPIN,
        h,
        SwiftUnit.LENGTH_VELOCITY,
        "Specific angular momentum about the centre of mass");
  }

  /** Of each type of particles that can be in a subhalo. */
  private void addTypes(CatalogueInfo info) {
    double h = labels.units().perHubble();
    double comoving = h / info.snapshot().scaleFactor();
    Arrays.stream(info.linking().types())
        .forEach(
            type -> {
              SoapType names = SoapType.of(type);
              integer(
                  BOUND + names.number(),
                  "Number of particles of type " + type,
                  s -> table.integer(SubhaloColumn.LENGTH_TYPE, s, type));
              real(
                  BOUND + PropertyColumns.soapMass(type),
                  1,
                  labels.of("Mass of the particles of type " + type, SwiftUnit.MASS),
                  s -> h * table.real(SubhaloColumn.MASS_TYPE, s, type));
              real(
                  BOUND + names.halfMassRadius(),
                  1,
                  labels.of(
                      "Radius around HaloCentre with half of the mass of the particles of type "
                          + type,
                      SwiftUnit.LENGTH),
                  s -> comoving * table.real(SubhaloColumn.HALF_MASS_RADIUS_TYPE, s, type));
            });
  }

  /** Spheres are around the first subhaloes. */
  private void addSpheres(GroupCatalogue groups) {
    String centre = INPUT.substring(1) + "HaloCentre";
    Stream.concat(
            ofSpheres(groups, labels, centre).stream(),
            SwiftProperties.of(groups, labels, centre).stream())
        .filter(field -> field.path().startsWith(SphereQuantity.SOAP_GROUP + "/"))
        .map(
            field ->
                field(
                    field.path(),
                    field.type(),
                    field.columns(),
                    field.label(),
                    ofFirst(field.columns(), field.values())))
        .forEach(fields::add);
  }

  private int group(int subhalo) {
    return (int) table.integer(SubhaloColumn.GROUP, subhalo);
  }

  private boolean isFirst(int subhalo) {
    return table.integer(SubhaloColumn.RANK, subhalo) == 0;
  }

  /** Values of groups, for the first subhalo of each. */
  private IntToDoubleFunction ofFirst(int columns, IntToDoubleFunction ofGroups) {
    return i -> {
      int subhalo = i / columns;
      return isFirst(subhalo) ? ofGroups.applyAsDouble(group(subhalo) * columns + i % columns) : 0;
    };
  }

  private void bound(
      String name, SubhaloColumn column, double factor, SwiftUnit unit, String description) {
    int width = column.width(types);
    real(
        BOUND + name,
        width,
        labels.of(description, unit),
        i -> factor * table.real(column, i / width, i % width));
  }

  private void integer(String path, String description, IntToDoubleFunction values) {
    fields.add(field(path, Hdf5Type.INT64, 1, labels.of(description, SwiftUnit.NUMBER), values));
  }

  private void real(String path, int columns, GroupField.Label label, IntToDoubleFunction values) {
    real(path, GroupField.realType(table.count() * columns, values), columns, label, values);
  }

  private void real(
      String path, Hdf5Type type, int columns, GroupField.Label label, IntToDoubleFunction values) {
    fields.add(field(path, type, columns, label, values));
  }

  private static GroupField field(
      String path, Hdf5Type type, int columns, GroupField.Label label, IntToDoubleFunction values) {
    return new GroupField(CatalogueTable.SUBHALOES, path, type, columns, label, values, null);
  }
}
