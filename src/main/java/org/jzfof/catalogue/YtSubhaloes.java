package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.catalogue.fields.PhysicalUnits;
import org.jzfof.catalogue.fields.SubhaloOffsets;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Writes subhalos_NNN.0.h5, which yt opens as a halo catalogue whose haloes are the subhaloes:
 * physical values in cgs. A halo catalogue has one kind of halo, and yt takes files called
 * halos_NNN*.h5 for more pieces of the groups. Members are in the list of the groups, to which
 * /particles/ids is a link.
 */
final class YtSubhaloes implements SingleFileCatalogue.Layout {
  private static final String HALF_MASS_RADIUS = "half_mass_radius";

  private final String groupFile;

  /** The fields of the subhaloes of a rank. */
  private record Fields(SubhaloTable table, List<GroupField> all) {
    void count(String name, String description, IntToDoubleFunction values) {
      add(name, Hdf5Type.INT64, "", description, values, null);
    }

    void real(String name, String units, SubhaloColumn column, double factor, String description) {
      add(name, units, description, s -> factor * table.real(column, s, 0));
    }

    /** Three datasets, for x, y and z. */
    void vector(
        String name, String units, SubhaloColumn column, double factor, String description) {
      for (int d = 0; d < 3; d++) {
        int axis = d;
        add(
            name + "_" + "xyz".charAt(d),
            units,
            description,
            s -> factor * table.real(column, s, axis));
      }
    }

    void add(String name, String units, String description, IntToDoubleFunction values) {
      add(name, Hdf5Type.FLOAT64, units, description, values, null);
    }

    void add(
        String name,
        Hdf5Type type,
        String units,
        String description,
        IntToDoubleFunction values,
        IntToLongFunction ids) {
      GroupField.Label label =
          (out, path) -> {
            out.attribute(path, "units", units);
            out.variableText(path, "description", description);
          };
      all.add(new GroupField(CatalogueTable.SUBHALOES, "/" + name, type, 1, label, values, ids));
    }
  }

  private YtSubhaloes(String groupFile) {
    this.groupFile = groupFile;
  }

  /** The writer of such a file. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return YtCatalogue.writer(
        folder,
        "subhalos_" + snapshotNumber + ".0.h5",
        "subhaloes",
        new YtSubhaloes(YtCatalogue.file(snapshotNumber)));
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    YtCatalogue.begin(out, info, units, plan.subhaloes());
  }

  @Override
  public OptionalLong reserveIds(Hdf5Writer out, long ids) {
    out.group("/particles");
    out.externalLink(groupFile, YtCatalogue.IDS, YtCatalogue.IDS);
    return OptionalLong.empty();
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    Fields fields = new Fields(groups.subhaloes(), new ArrayList<>());
    addPlaces(fields, groups, share);
    double comoving = units.toCgs(info.snapshot()).length();
    double physical = units.perHubble() * units.lengthCm();
    double mass = units.perHubble() * units.massG();
    double velocity = units.velocityCmPerS();
    fields.vector(
        "particle_position",
        "cm",
        SubhaloColumn.POSITION,
        comoving,
        "the member that is deepest in the potential of the members");
    fields.vector("centre_of_mass", "cm", SubhaloColumn.CENTRE_OF_MASS, comoving, "centre of mass");
    fields.vector(
        "particle_velocity",
        "cm/s",
        SubhaloColumn.VELOCITY,
        velocity,
        "mass-weighted mean of the peculiar velocities");
    fields.vector(
        "spin",
        "cm**2/s",
        SubhaloColumn.SPIN,
        physical * velocity,
        "specific angular momentum about the centre of mass");
    fields.real("particle_mass", "g", SubhaloColumn.MASS, mass, "mass of the members");
    String half = "radius around particle_position_x, _y, _z with half of the mass";
    fields.real(HALF_MASS_RADIUS, "cm", SubhaloColumn.HALF_MASS_RADIUS, physical, half);
    fields.real(
        YtCatalogue.VIRIAL_RADIUS,
        "cm",
        SubhaloColumn.HALF_MASS_RADIUS,
        physical,
        HALF_MASS_RADIUS
            + "; yt takes it for the radius of a halo, and it is that of no overdensity");
    fields.real(
        "vmax",
        "cm/s",
        SubhaloColumn.VMAX,
        velocity,
        "largest sqrt(G M(<r) / r) of the members, from the seventh innermost on");
    fields.real(
        "vmax_radius",
        "cm",
        SubhaloColumn.VMAX_RADIUS,
        physical,
        "distance from particle_position_x, _y, _z at which vmax is reached");
    fields.real(
        "velocity_dispersion_physical",
        "cm/s",
        SubhaloColumn.DISPERSION,
        velocity,
        "one-dimensional dispersion of peculiar velocities with the expansion about the centre of"
            + " mass");
    addTypes(fields, info, mass, physical);
    return fields.all;
  }

  /** Which subhalo of which group each is, and where its members are. */
  private static void addPlaces(Fields fields, GroupCatalogue groups, CatalogueShare share) {
    SubhaloTable table = fields.table;
    long[] start = SubhaloOffsets.ofMembers(groups, share.memberStart(groups));
    fields.count("particle_identifier", "number of the subhalo", s -> share.firstSubhalo() + s);
    fields.count(
        "particle_number",
        "members that are bound to each other",
        s -> table.integer(SubhaloColumn.LENGTH, s));
    fields.count(
        "particle_index_start",
        "first member in /particles/ids, the most bound one",
        s -> start[s]);
    fields.count(
        "group_identifier",
        "particle_identifier of its group",
        s -> share.first() + table.integer(SubhaloColumn.GROUP, s));
    fields.count(
        "rank_in_group",
        "rank in its group: 0 for the longest; of equal ones the one with the smallest ID comes first",
        s -> table.integer(SubhaloColumn.RANK, s));
    fields.count(
        "parent_rank",
        "rank in its group of the subhalo around it; 0 where there is none",
        s -> table.integer(SubhaloColumn.PARENT, s));
    fields.add(
        "most_bound_id",
        Hdf5Type.UINT64,
        "",
        "ID of the member of lowest energy",
        null,
        s -> table.integer(SubhaloColumn.MOST_BOUND, s));
  }

  /** Of each type of particles that can be in a subhalo. */
  private static void addTypes(Fields fields, CatalogueInfo info, double mass, double length) {
    SubhaloTable table = fields.table;
    Arrays.stream(info.linking().types())
        .forEach(
            type -> {
              String of = "_type" + type;
              fields.count(
                  "number" + of,
                  "members of type " + type,
                  s -> table.integer(SubhaloColumn.LENGTH_TYPE, s, type));
              fields.add(
                  "mass" + of,
                  "g",
                  "mass of the members of type " + type,
                  s -> mass * table.real(SubhaloColumn.MASS_TYPE, s, type));
              fields.add(
                  HALF_MASS_RADIUS + of,
                  "cm",
                  "radius around particle_position_x, _y, _z with half of the mass of the members of"
                      + " type "
                      + type,
                  s -> length * table.real(SubhaloColumn.HALF_MASS_RADIUS_TYPE, s, type));
            });
  }
}
