package org.jzfof.catalogue.stored;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.catalogue.measured.PropertyColumn;
import org.jzfof.catalogue.measured.PropertyColumns;
import org.jzfof.config.Overdensity;
import org.jzfof.hdf5.Hdf5File;

/** The properties of groups and spheres that a file of a catalogue has. */
final class StoredProperties {
  /** Of particles, that are looked for. */
  private static final int MOST_TYPES = 32;

  private final Map<String, PropertyColumn> byName;

  private StoredProperties(Map<String, PropertyColumn> byName) {
    this.byName = byName;
  }

  /**
   * Looks at a file that has groups.
   *
   * @param limits of its spheres
   */
  static StoredProperties of(Hdf5File file, StoredLayout layout, List<Overdensity> limits) {
    List<PropertyColumn> known = new ArrayList<>(PropertyColumns.all(limits));
    limits.forEach(limit -> known.add(massOfTypes(file, layout, limit)));
    Map<String, PropertyColumn> byName = new LinkedHashMap<>();
    for (PropertyColumn column : known) {
      List<String> paths =
          layout.datasets(column).stream().filter(Predicate.not(String::isEmpty)).toList();
      if (!paths.isEmpty() && paths.stream().allMatch(file::exists)) {
        byName.put(column.gadget(), column);
      }
    }
    return new StoredProperties(byName);
  }

  private static PropertyColumn massOfTypes(Hdf5File file, StoredLayout layout, Overdensity limit) {
    if (layout == StoredLayout.GADGET) {
      return PropertyColumns.massOfTypes(limit, MOST_TYPES, type -> true);
    }
    List<String> paths =
        layout.datasets(PropertyColumns.massOfTypes(limit, MOST_TYPES, type -> true));
    int types =
        1 + IntStream.range(0, MOST_TYPES).filter(t -> file.exists(paths.get(t))).max().orElse(-1);
    return PropertyColumns.massOfTypes(limit, types, type -> file.exists(paths.get(type)));
  }

  /** A property by Gadget's name. */
  Optional<PropertyColumn> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All of them. */
  List<PropertyColumn> all() {
    return List.copyOf(byName.values());
  }

  /**
   * Values per group of each dataset of a property, where that is known: not of masses of all
   * types.
   *
   * @param paths of these
   */
  OptionalInt columns(String name, List<String> paths) {
    return find(name).stream()
        .filter(property -> property.dimension() != Dimension.MASS || property.width() == 1)
        .mapToInt(property -> property.width() / paths.size())
        .findAny();
  }
}
