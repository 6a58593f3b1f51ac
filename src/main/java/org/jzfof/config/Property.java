package org.jzfof.config;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzfof.error.UsageException;

/** A property of groups, or a few that are found together, that a user can ask for. */
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
  /** Dispersion, angular momentum and spin parameter of what is inside the spheres. */
  INSIDE,
  /** Concentrations of the spheres. */
  CONCENTRATION,
  /** Axes of what is inside the spheres. */
  SHAPE,
  /** Dark matter of types that are not linked inside the spheres. */
  CONTAMINATION,
  /** Star formation rate of the members, also of subhaloes. */
  SFR;

  private static final Set<Property> BASIC =
      Collections.unmodifiableSet(EnumSet.range(VMAX, TYPES)); // in this order also as text

  /** As a user writes it. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the members of a group decide it. */
  public boolean ofMembers() {
    return switch (this) {
      case VMAX, HALFMASS, DISPERSION, SPIN, OFFSET, CONCENTRATION -> true;
      case TYPES, INSIDE, SHAPE, CONTAMINATION, SFR -> false;
    };
  }

  /** Whether it is a property of the particles inside spheres around any centre. */
  public boolean inSpheres() {
    return switch (this) {
      case TYPES, INSIDE, CONCENTRATION, SHAPE, CONTAMINATION -> true;
      case VMAX, HALFMASS, DISPERSION, SPIN, OFFSET, SFR -> false;
    };
  }

  /**
   * Reads a list.
   *
   * @param names names of properties; or basic, all or none alone
   * @throws UsageException if one is no property
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
   * Reads a list of properties of spheres around centres whose groups are not known.
   *
   * @param names names of properties; or all or none alone
   * @throws UsageException if one is no property, or one of the members of groups
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

  private static String names(Set<Property> properties) {
    return properties.stream().map(Property::optionName).collect(Collectors.joining(", "));
  }
}
