package org.jzfof.config;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzfof.error.UsageException;

/** A property of groups, or a set of properties measured together, that users can select. */
public enum Property {
  /** Largest circular velocity, and its radius. */
  VMAX,
  /** Radius that holds half the mass of the group. */
  HALFMASS,
  /** Velocity dispersion, expansion included. */
  DISPERSION,
  /** Specific angular momentum. */
  SPIN,
  /** Distance of the centre of mass from the centre of the spheres. */
  OFFSET,
  /** Mass of each type inside the spheres. */
  TYPES,
  /** Dispersion, angular momentum and spin parameter of the particles inside the spheres. */
  INSIDE,
  /** Concentrations of the spheres. */
  CONCENTRATION,
  /** Axes of the particles inside the spheres. */
  SHAPE,
  /** Dark matter inside the spheres of types that are not linked. */
  CONTAMINATION,
  /** Star formation rate of the members, also of subhaloes. */
  SFR;

  private static final Set<Property> BASIC =
      Collections.unmodifiableSet(EnumSet.range(VMAX, TYPES)); // the text depends on this order

  /** The name of the property on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the property depends on the members of a group. */
  public boolean ofMembers() {
    return switch (this) {
      case VMAX, HALFMASS, DISPERSION, SPIN, OFFSET, CONCENTRATION -> true;
      case TYPES, INSIDE, SHAPE, CONTAMINATION, SFR -> false;
    };
  }

  /** Whether the property can be measured in spheres around any centre. */
  public boolean inSpheres() {
    return switch (this) {
      case TYPES, INSIDE, CONCENTRATION, SHAPE, CONTAMINATION -> true;
      case VMAX, HALFMASS, DISPERSION, SPIN, OFFSET, SFR -> false;
    };
  }

  /**
   * Reads a list of properties.
   *
   * @param names names of properties, or a single basic, all or none
   * @throws UsageException if a name is no property
   */
  public static Set<Property> of(List<String> names) {
    if (names.size() == 1) {
      switch (names.get(0)) {
        case "basic":
          return BASIC;
        case "all":
          return EnumSet.allOf(Property.class);
        case "none":
          return Set.of();
        default:
          break;
      }
    }
    EnumSet<Property> properties = EnumSet.noneOf(Property.class);
    for (String name : names) {
      properties.add(
          Stream.of(values())
              .filter(property -> property.optionName().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--properties has %s: give basic, all, none, or some of %s"
                              .formatted(name, names(EnumSet.allOf(Property.class))))));
    }
    return properties;
  }

  /**
   * Reads a list of properties of spheres around centres without known groups.
   *
   * @param names names of properties, or a single all or none
   * @throws UsageException if a name is no property, or the property needs the members of groups
   */
  public static Set<Property> ofSpheres(List<String> names) {
    Set<Property> properties = names.equals(List.of("all")) ? inAllSpheres() : of(names);
    for (Property property : properties) {
      if (!property.inSpheres()) {
        throw new UsageException(
            "--properties has %s, which needs the members of groups, and jzfof so does not know them: give all, none, or some of %s; or measure it with jzfof run"
                .formatted(
                    names.size() == 1 ? names.get(0) : property.optionName(),
                    names(inAllSpheres())));
      }
    }
    return properties;
  }

  private static Set<Property> inAllSpheres() {
    EnumSet<Property> properties = EnumSet.allOf(Property.class);
    properties.removeIf(property -> !property.inSpheres());
    return properties;
  }

  /** The names of properties, as the option lists them. */
  static String names(Set<Property> properties) {
    return properties.stream().map(Property::optionName).collect(Collectors.joining(", "));
  }
}
