package org.jzfof.pipeline.slices;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.config.SphereOptions;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSums;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The columns that a catalogue of groups has. Their description is one line of text, from which
 * another run can allocate the same columns.
 *
 * @param types number of particle types
 * @param limits number of spheres around each group; 0 without spheres
 * @param centreIds whether centres are particles with IDs
 * @param massInside whether there are masses of types inside spheres
 */
record SliceColumns(
    int types,
    int limits,
    boolean centreIds,
    boolean massInside,
    List<GroupProperty> ofGroups,
    List<SphereProperty> ofSpheres) {

  /** Returns the columns of a catalogue. */
  static SliceColumns of(GroupCatalogue groups) {
    GroupSpheres spheres = groups.spheres();
    GroupProperties properties = groups.properties();
    return new SliceColumns(
        groups.types(),
        spheres.options().enabled() ? spheres.limits().size() : 0,
        spheres.id() != null,
        properties.massInside() != null,
        properties.ofGroups().keySet().stream().sorted().toList(),
        properties.ofSpheres().keySet().stream().sorted().toList());
  }

  /** Returns the description. */
  String text() {
    return "%d %d %s %s %s %s"
        .formatted(types, limits, centreIds, massInside, ofGroups, ofSpheres)
        .replace(", ", ",");
  }

  /** Reads a description. */
  static SliceColumns parse(String text) {
    String[] words = text.split(" ");
    return new SliceColumns(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Boolean.parseBoolean(words[2]),
        Boolean.parseBoolean(words[3]),
        names(words[4]).map(GroupProperty::valueOf).toList(),
        names(words[5]).map(SphereProperty::valueOf).toList());
  }

  private static Stream<String> names(String list) {
    return Arrays.stream(list.substring(1, list.length() - 1).split(","))
        .filter(name -> !name.isEmpty());
  }

  /**
   * Allocates a catalogue with these columns.
   *
   * @param spheres options of the spheres, as used
   * @param repeated as in {@link LightconeValues}
   */
  GroupCatalogue allocate(int groups, SphereOptions spheres, long repeated) {
    int all = groups * limits;
    Map<GroupProperty, double[]> aboutGroups = new EnumMap<>(GroupProperty.class);
    ofGroups.forEach(property -> aboutGroups.put(property, new double[groups * property.width()]));
    Map<SphereProperty, double[]> aboutSpheres = new EnumMap<>(SphereProperty.class);
    ofSpheres.forEach(property -> aboutSpheres.put(property, new double[all * property.width()]));
    return new GroupCatalogue(
        GroupSums.allocate(groups, types),
        limits == 0
            ? GroupSpheres.NONE
            : new GroupSpheres(
                spheres,
                new double[3 * groups],
                new double[all],
                new double[all],
                new long[all],
                null,
                centreIds ? new long[groups] : null),
        new GroupProperties(aboutGroups, massInside ? new double[all * types] : null, aboutSpheres),
        SubhaloTable.NONE,
        new LightconeValues(new double[groups], repeated),
        MemberIds.of());
  }

  /** Returns the values of a catalogue with these columns. */
  TypedColumns columns(GroupCatalogue groups) {
    TypedColumns columns = groups.columns().doubles(groups.lightcone().scaleFactor(), 1);
    GroupProperties properties = groups.properties();
    if (limits > 0) {
      GroupSpheres spheres = groups.spheres();
      columns
          .doubles(spheres.centre(), 3)
          .doubles(spheres.mass(), limits)
          .doubles(spheres.radius(), limits)
          .longs(spheres.number(), limits);
      if (centreIds) {
        columns.longs(spheres.id(), 1);
      }
      if (massInside) {
        columns.doubles(properties.massInside(), limits * types);
      }
    }
    for (GroupProperty property : ofGroups) {
      columns.doubles(properties.ofGroups().get(property), property.width());
    }
    for (SphereProperty property : ofSpheres) {
      columns.doubles(properties.ofSpheres().get(property), limits * property.width());
    }
    return columns;
  }

  /**
   * The values that order groups: length, smallest ID, and the first member on the Morton curve.
   *
   * @param first fixed-point position [3G]
   */
  record Keys(long[] length, long[] id, int[] first) {
    static Keys allocate(int groups) {
      return new Keys(new long[groups], new long[groups], new int[3 * groups]);
    }

    TypedColumns columns() {
      return new TypedColumns().longs(length, 1).longs(id, 1).ints(first, 3);
    }
  }
}
