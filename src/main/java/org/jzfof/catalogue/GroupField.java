package org.jzfof.catalogue;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.UnitLabels;
import org.jzfof.snapshot.Units;

/**
 * One dataset of /Group.
 *
 * @param name of the dataset
 * @param type in the file
 * @param columns values per group
 * @param scaling its unit
 * @param description for a reader of the file
 * @param values value number i, counted group by group; counts stay exact below 2^53
 */
record GroupField(
    String name,
    Hdf5Type type,
    int columns,
    Scaling scaling,
    String description,
    IntToDoubleFunction values) {

  /**
   * A unit as Gadget-4 states it: value · a^a · h^h · toCgs is physical and in cgs.
   *
   * @param units for people
   * @param a exponent of the scale factor
   * @param h exponent of the Hubble parameter
   * @param length exponent of the length unit
   * @param mass exponent of the mass unit
   * @param velocity exponent of the velocity unit
   * @param toCgs the unit in cgs; NaN where the snapshot does not say, 0 for pure numbers
   */
  record Scaling(
      String units, double a, double h, int length, int mass, int velocity, double toCgs) {}

  private static final Scaling NUMBER = new Scaling("dimensionless", 0, 0, 0, 0, 0, 0);

  /** All datasets of /Group, with the names and the meaning that Gadget-4 gives them. */
  static List<GroupField> of(CatalogueInfo info, GroupCatalogue groups) {
    SnapshotHeader header = info.snapshot();
    Units units = header.units();
    double h = units.perHubble() ? -1 : 0;
    String lengthName = "comoving " + UnitLabels.length(units);
    String velocityName = UnitLabels.velocity(units);
    Scaling length = new Scaling(lengthName, 1, h, 1, 0, 0, units.lengthCm());
    Scaling mass = new Scaling(UnitLabels.mass(units), 0, h, 0, 1, 0, units.massG());
    Scaling peculiar = new Scaling(velocityName, 0, 0, 0, 0, 1, units.velocityCmPerS());
    Scaling timesA = new Scaling("a " + velocityName, -1, 0, 0, 0, 1, units.velocityCmPerS());
    double toPeculiar = header.velocityToPeculiar();
    double toGadget = header.scaleFactor() * toPeculiar;
    Hdf5Type count = longest(groups) > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
    Hdf5Type real = Hdf5Type.FLOAT32;
    int types = groups.types();
    long[] offset = offsets(groups);
    return List.of(
        new GroupField(
            "GroupLen", count, 1, NUMBER, "members of the group", i -> groups.length()[i]),
        new GroupField(
            "GroupLenType",
            count,
            types,
            NUMBER,
            "members of the group, per particle type",
            i -> groups.lengthType()[i]),
        new GroupField(
            "GroupOffsetType",
            Hdf5Type.INT64,
            types,
            NUMBER,
            "members of all groups before this one, per particle type: the first row of the group in"
                + " a snapshot whose particles stand in group order",
            i -> offset[i]),
        new GroupField("GroupMass", real, 1, mass, "mass of all members", i -> groups.mass()[i]),
        new GroupField(
            "GroupMassType",
            real,
            types,
            mass,
            "mass of the members, per particle type",
            i -> groups.massType()[i]),
        new GroupField(
            "GroupPos",
            real,
            3,
            length,
            "centre of mass"
                + (info.periodic() ? ", with periodic distances, wrapped into the box" : ""),
            i -> groups.position()[i]),
        new GroupField(
            "GroupVel",
            real,
            3,
            timesA,
            "mass-weighted mean velocity as Gadget-4 writes it: a times the peculiar velocity;"
                + " divide by GroupAscale for the peculiar velocity",
            i -> toGadget * groups.velocity()[i]),
        new GroupField(
            "GroupVelDisp",
            real,
            1,
            peculiar,
            "one-dimensional velocity dispersion of the members, peculiar velocity:"
                + " sqrt(sum m |v - mean v|^2 / (3 sum m))",
            i -> toPeculiar * groups.velocityDispersion()[i]),
        new GroupField(
            "GroupInertiaRadius",
            real,
            1,
            length,
            "root of the mass-weighted mean square distance of the members from GroupPos",
            i -> groups.inertiaRadius()[i]),
        new GroupField("GroupAscale", real, 1, NUMBER, "scale factor a", i -> header.scaleFactor()),
        new GroupField(
            "GroupFirstSub",
            Hdf5Type.INT32,
            1,
            NUMBER,
            "first subhalo; -1, as there are none",
            i -> -1),
        new GroupField("GroupNsubs", Hdf5Type.INT32, 1, NUMBER, "number of subhaloes", i -> 0));
  }

  private static long longest(GroupCatalogue groups) {
    return groups.groups() == 0 ? 0 : groups.length()[0];
  }

  /** Exclusive sums of lengthType over the groups, per type. */
  private static long[] offsets(GroupCatalogue groups) {
    long[] offset = new long[groups.lengthType().length];
    for (int i = groups.types(); i < offset.length; i++) {
      int before = i - groups.types();
      offset[i] = offset[before] + groups.lengthType()[before];
    }
    return offset;
  }
}
