package org.jzfof.catalogue.fields;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.config.Centre;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/** The datasets of /Group, with the names and the meaning that Gadget-4 gives them. */
public final class GadgetFields {
  private static final String GROUP = "/Group/";

  private GadgetFields() {}

  /**
   * All of them, with the values of this rank.
   *
   * @param info in units of the snapshot
   * @param share which part of the catalogue the groups are
   * @param change to the units of the datasets
   * @param tng whether they are those of IllustrisTNG, where radii are comoving
   */
  public static List<GroupField> of(
      CatalogueInfo info,
      GroupCatalogue groups,
      CatalogueShare share,
      UnitChange change,
      boolean tng) {
    SnapshotHeader header = info.snapshot().in(change);
    Units units = header.units();
    Scaling length = Scaling.length(header);
    Scaling mass = Scaling.mass(units);
    Scaling peculiar = Scaling.peculiarVelocity(units);
    Scaling timesA =
        header.comoving()
            ? new Scaling("a " + UnitLabels.velocity(units), -1, 0, 0, 0, 1, units.velocityCmPerS())
            : peculiar;
    double toPeculiar = change.velocity() * header.velocityToPeculiar();
    double toGadget = header.scaleFactor() * toPeculiar;
    Hdf5Type count = share.longest() > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
    int types = groups.types();
    long[] offset = share.offsets(groups);
    Places places = new Places(info.box(), change);
    GroupSpheres spheres = groups.spheres();
    String periodic = info.periodic() ? ", with periodic distances, wrapped into the box" : "";
    double[] position = groups.centre();
    boolean subhaloes = groups.subhaloes().sought();
    long[] firstSubhalo = share.subhaloStarts(groups);
    List<GroupField> fields = new ArrayList<>();
    fields.addAll(SphereFields.of(info, groups, share, change));
    fields.addAll(SphereFields.ofCrossingsAndIds(spheres));
    fields.addAll(GadgetProperties.of(info, groups, change, tng));
    if (spheres.ofMembers() || subhaloes) {
      fields.add(
          real(
              groups,
              "GroupCM",
              3,
              length,
              "centre of mass" + periodic,
              i -> places.of(groups.position()[i], i % 3)));
    }
    fields.addAll(
        List.of(
            count("GroupLen", count, 1, "members of the group", i -> groups.length()[i]),
            count(
                "GroupLenType",
                count,
                types,
                "members of the group, per particle type",
                i -> groups.lengthType()[i]),
            count(
                "GroupOffsetType",
                Hdf5Type.INT64,
                types,
                "members of all groups before this one, per particle type: the first row of the group in"
                    + " a snapshot whose particles stand in group order",
                i -> offset[i]),
            real(
                groups,
                "GroupMass",
                1,
                mass,
                "mass of all members",
                i -> change.mass() * groups.mass()[i]),
            real(
                groups,
                "GroupMassType",
                types,
                mass,
                "mass of the members, per particle type",
                i -> change.mass() * groups.massType()[i]),
            real(
                groups,
                "GroupPos",
                3,
                length,
                position(groups, periodic),
                i -> places.of(position[i], i % 3)),
            real(
                groups,
                "GroupVel",
                3,
                timesA,
                ofVelocities(
                    info,
                    "mass-weighted mean velocity"
                        + (header.comoving()
                            ? " as Gadget-4 writes it: a times the peculiar velocity; divide by GroupAscale"
                                + " for the peculiar velocity"
                            : "")),
                i -> toGadget * groups.velocity()[i]),
            real(
                groups,
                "GroupVelDisp",
                1,
                peculiar,
                ofVelocities(
                    info,
                    "one-dimensional velocity dispersion of the members, peculiar velocity:"
                        + " sqrt(sum m |v - mean v|^2 / (3 sum m))"),
                i -> toPeculiar * groups.velocityDispersion()[i]),
            real(
                groups,
                "GroupInertiaRadius",
                1,
                length,
                "root of the mass-weighted mean square distance of the members from the centre of mass, each"
                    + " at its image nearest to one of them: in a group of more than half a periodic box not"
                    + " always that nearest to the centre of mass",
                i -> change.length() * groups.inertiaRadius()[i]),
            real(
                groups,
                "GroupAscale",
                1,
                Scaling.NUMBER,
                header.comoving() ? "scale factor a" : "1: a run without expansion",
                i -> header.scaleFactor()),
            count(
                "GroupFirstSub",
                share.subhaloes() > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32,
                1,
                subhaloes
                    ? "number of the first subhalo; -1 where there is none"
                    : "first subhalo; -1, as there are none",
                g -> firstSubhalo[g + 1] > firstSubhalo[g] ? firstSubhalo[g] : -1),
            count(
                "GroupNsubs",
                Hdf5Type.INT32,
                1,
                "number of subhaloes",
                g -> firstSubhalo[g + 1] - firstSubhalo[g])));
    return List.copyOf(fields);
  }

  private static String position(GroupCatalogue groups, String periodic) {
    GroupSpheres spheres = groups.spheres();
    String centre =
        switch (spheres.ofMembers() ? spheres.options().centre() : Centre.COM) {
          case POTENTIAL -> "the member that is deepest in the potential of all members";
          case DENSITY ->
              "the linked member with the nearest 32nd neighbour, itself not counted, among all"
                  + " linked particles";
          case COM -> "centre of mass" + periodic;
        };
    return groups.subhaloes().sought()
        ? "SubhaloPos of the first subhalo; where there is none: " + centre
        : centre;
  }

  /** What the centre of the spheres is called. */
  static String centre(GroupCatalogue groups) {
    return groups.spheres().ofMembers() ? "GroupPos" : "the centre of mass";
  }

  private static String ofVelocities(CatalogueInfo info, String description) {
    return info.velocities()
        ? description
        : "0: the snapshot lacks velocities; not the " + description;
  }

  static GroupField count(
      String name, Hdf5Type type, int columns, String description, IntToDoubleFunction values) {
    return new GroupField(GROUP + name, type, columns, label(Scaling.NUMBER, description), values);
  }

  static GroupField id(String name, String description, IntToLongFunction values) {
    return new GroupField(
        GROUP + name, Hdf5Type.UINT64, 1, label(Scaling.NUMBER, description), null, values);
  }

  static GroupField real(
      GroupCatalogue groups,
      String name,
      int columns,
      Scaling scaling,
      String description,
      IntToDoubleFunction values) {
    return GroupField.real(groups, GROUP + name, columns, label(scaling, description), values);
  }

  private static GroupField.Label label(Scaling scaling, String description) {
    return (out, path) -> scaling.writeTo(out, path, description);
  }
}
