package org.jzfof.catalogue.fields;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The datasets of /Subhalo, with the names and the meaning that Gadget-4 gives them, or
 * IllustrisTNG where they differ: there radii are comoving.
 */
public final class SubhaloFields {
  private static final String SUBHALO = "/Subhalo/";

  private final SubhaloTable table;
  private final int types;
  private final List<GroupField> fields = new ArrayList<>();

  private SubhaloFields(SubhaloTable table) {
    this.table = table;
    this.types = table.types();
  }

  /**
   * All of them, with the values of this rank; none where no subhaloes were looked for.
   *
   * @param info in units of the snapshot
   * @param share which part of the catalogue the groups are
   * @param change to the units of the datasets
   * @param tng whether they are those of IllustrisTNG
   */
  public static List<GroupField> of(
      CatalogueInfo info,
      GroupCatalogue groups,
      CatalogueShare share,
      UnitChange change,
      boolean tng) {
    SubhaloFields all = new SubhaloFields(groups.subhaloes());
    if (groups.subhaloes().sought()) {
      all.addCounts(groups, share, tng);
      all.addReals(info.snapshot().in(change), change, new Places(info.box(), change), tng);
    }
    return all.fields;
  }

  private void addCounts(GroupCatalogue groups, CatalogueShare share, boolean tng) {
    Hdf5Type count = share.longest() > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
    Hdf5Type number = share.groups() > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
    integer("SubhaloLen", count, SubhaloColumn.LENGTH, "members that are bound to each other");
    integer("SubhaloLenType", count, SubhaloColumn.LENGTH_TYPE, "members, per particle type");
    long[] offset = SubhaloOffsets.ofTypes(groups, share.offsets(groups));
    add(
        "SubhaloOffsetType",
        Hdf5Type.INT64,
        types,
        "first row of the subhalo in a snapshot whose particles stand in group order, per particle"
            + " type; the most bound particle comes first",
        i -> offset[i]);
    IntToDoubleFunction group = s -> share.first() + table.integer(SubhaloColumn.GROUP, s);
    if (!tng) {
      add("SubhaloGroupNr", number, 1, "number of its group", group);
    }
    add("SubhaloGrNr", number, 1, "number of its group: the name in IllustrisTNG and yt", group);
    integer(
        "SubhaloRankInGr",
        Hdf5Type.INT32,
        SubhaloColumn.RANK,
        "rank in its group: 0 for the longest; of equal ones the one with the smallest ID comes first");
    integer(
        tng ? "SubhaloParent" : "SubhaloParentRank",
        Hdf5Type.INT32,
        SubhaloColumn.PARENT,
        "rank in its group of the subhalo around it; 0 where there is none");
    fields.add(
        new GroupField(
            CatalogueTable.SUBHALOES,
            SUBHALO + "SubhaloIDMostbound",
            Hdf5Type.UINT64,
            1,
            label(Scaling.NUMBER, "ID of the member of lowest energy"),
            null,
            s -> table.integer(SubhaloColumn.MOST_BOUND, s)));
  }

  private void addReals(SnapshotHeader header, UnitChange change, Places places, boolean comoving) {
    Units units = header.units();
    Scaling mass = Scaling.mass(units);
    Scaling length = Scaling.length(header);
    Scaling peculiar = Scaling.peculiarVelocity(units);
    double h = units.perHubble() ? -1 : 0;
    Scaling physical =
        new Scaling("physical " + UnitLabels.length(units), 0, h, 1, 0, 0, units.lengthCm());
    Scaling spin =
        new Scaling(
            physical.units() + " " + UnitLabels.velocity(units),
            0,
            h,
            1,
            0,
            1,
            units.lengthCm() * units.velocityCmPerS());
    real("SubhaloMass", mass, SubhaloColumn.MASS, change.mass(), "mass of the members");
    real(
        "SubhaloMassType",
        mass,
        SubhaloColumn.MASS_TYPE,
        change.mass(),
        "mass of the members, per particle type");
    place(
        "SubhaloPos",
        length,
        SubhaloColumn.POSITION,
        places,
        String.format(
            Locale.ROOT,
            "the member that is deepest in the potential of the members, with a Plummer-equivalent"
                + " softening of %.6g",
            change.length() * table.options().softening()));
    place("SubhaloCM", length, SubhaloColumn.CENTRE_OF_MASS, places, "centre of mass");
    real(
        "SubhaloVel",
        peculiar,
        SubhaloColumn.VELOCITY,
        change.velocity(),
        "mass-weighted mean peculiar velocity");
    real(
        "SubhaloVelDisp",
        peculiar,
        SubhaloColumn.DISPERSION,
        change.velocity(),
        "one-dimensional dispersion of peculiar velocities with the expansion about the centre of"
            + " mass: sqrt(sum m v^2 / (3 sum m))");
    real(
        "SubhaloSpin",
        spin,
        SubhaloColumn.SPIN,
        change.length() * change.velocity(),
        "specific angular momentum about the centre of mass, in physical lengths");
    real(
        "SubhaloVmax",
        peculiar,
        SubhaloColumn.VMAX,
        change.velocity(),
        "largest sqrt(G M(<r) / r) of the members, from the seventh innermost on");
    Scaling radius = comoving ? length : physical;
    String kind = comoving ? "comoving" : "physical";
    double factor = change.length() / (comoving ? header.scaleFactor() : 1);
    real(
        "SubhaloVmaxRad",
        radius,
        SubhaloColumn.VMAX_RADIUS,
        factor,
        kind + " distance from SubhaloPos at which SubhaloVmax is reached");
    String half = kind + " radius around SubhaloPos with half of the mass";
    real("SubhaloHalfmassRad", radius, SubhaloColumn.HALF_MASS_RADIUS, factor, half);
    real(
        "SubhaloHalfmassRadType",
        radius,
        SubhaloColumn.HALF_MASS_RADIUS_TYPE,
        factor,
        half + ", per particle type");
  }

  private void integer(String name, Hdf5Type type, SubhaloColumn column, String description) {
    int width = column.width(types);
    add(name, type, width, description, i -> table.integer(column, i / width, i % width));
  }

  private void add(
      String name, Hdf5Type type, int columns, String description, IntToDoubleFunction values) {
    fields.add(
        new GroupField(
            CatalogueTable.SUBHALOES,
            SUBHALO + name,
            type,
            columns,
            label(Scaling.NUMBER, description),
            values,
            null));
  }

  private void real(
      String name, Scaling scaling, SubhaloColumn column, double factor, String description) {
    int width = column.width(types);
    addReal(
        name, scaling, width, description, i -> factor * table.real(column, i / width, i % width));
  }

  private void place(
      String name, Scaling scaling, SubhaloColumn column, Places places, String description) {
    addReal(name, scaling, 3, description, i -> places.of(table.real(column, i / 3, i % 3), i % 3));
  }

  private void addReal(
      String name, Scaling scaling, int columns, String description, IntToDoubleFunction values) {
    fields.add(
        new GroupField(
            CatalogueTable.SUBHALOES,
            SUBHALO + name,
            GroupField.realType(table.count() * columns, values),
            columns,
            label(scaling, description),
            values,
            null));
  }

  private static GroupField.Label label(Scaling scaling, String description) {
    return (out, path) -> scaling.writeTo(out, path, description);
  }
}
