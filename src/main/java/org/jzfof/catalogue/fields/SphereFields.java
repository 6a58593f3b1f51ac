package org.jzfof.catalogue.fields;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.measured.MeasuredProperty;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;

/** The datasets about spheres: mass, radius and number of particles of every limit. */
public final class SphereFields {
  private SphereFields() {}

  /**
   * What a dataset says of itself.
   *
   * @param description all of it, a sentence without its end
   * @param definition of the sphere; empty where it is about none
   * @param crossing which radius is taken where there are several; empty likewise
   */
  public record About(String description, String definition, String crossing) {
    public boolean ofSphere() {
      return !definition.isEmpty();
    }
  }

  /** How a layout has them. */
  @FunctionalInterface
  public interface Layout {
    /**
     * One dataset.
     *
     * @param values of the groups of this rank, in the units of the layout
     */
    GroupField field(
        SphereQuantity quantity, Overdensity limit, About about, IntToDoubleFunction values);
  }

  /**
   * Those of /Group, with Gadget-4's names: Group_M_Crit200, Group_R_Crit200; parameters as of
   * {@link GadgetFields#of}.
   */
  public static List<GroupField> of(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, UnitChange change) {
    SnapshotHeader header = info.snapshot().in(change);
    Scaling mass = Scaling.mass(header.units());
    Scaling length = Scaling.length(header);
    return of(
        groups.spheres(),
        change,
        GadgetFields.centre(groups),
        (quantity, limit, about, values) -> {
          String name = quantity.gadgetName(limit);
          String text = about.description();
          return switch (quantity) {
            case MASS -> GadgetFields.real(groups, name, 1, mass, text, values);
            case RADIUS -> GadgetFields.real(groups, name, 1, length, text, values);
            case NUMBER -> GadgetFields.count(name, Hdf5Type.INT64, 1, text, values);
          };
        });
  }

  /** Flags and IDs, where there are some; with names like Gadget-4's. */
  static List<GroupField> ofCrossingsAndIds(GroupSpheres spheres) {
    List<GroupField> fields = new ArrayList<>();
    int limits = spheres.limits().size();
    for (int s = 0; s < limits && spheres.several() != null; s++) {
      Overdensity limit = spheres.limits().get(s);
      int sphere = s;
      fields.add(
          GadgetFields.count(
              Crossing.FLAG + limit.inNames(),
              Hdf5Type.UINT8,
              1,
              Crossing.flag(limit.description()),
              g -> spheres.several()[g * limits + sphere] ? 1 : 0));
    }
    if (spheres.id() != null) {
      fields.add(
          GadgetFields.id(
              "GroupIDMostbound",
              "ID of the member that is deepest in the potential of all members, at GroupPos;"
                  + " kinetic energies are not looked at",
              g -> spheres.id()[g]));
    }
    return fields;
  }

  /**
   * Those of a layout.
   *
   * @param spheres of the groups of this rank
   * @param change to the units of the datasets
   * @param centre what the layout calls the centre of the spheres
   */
  public static List<GroupField> of(
      GroupSpheres spheres, UnitChange change, String centre, Layout layout) {
    List<GroupField> fields = new ArrayList<>();
    int limits = spheres.limits().size();
    String particles = spheres.options().particles();
    for (int s = 0; s < limits; s++) {
      Overdensity limit = spheres.limits().get(s);
      int sphere = s;
      for (SphereQuantity quantity : SphereQuantity.values()) {
        String what =
            switch (quantity) {
              case MASS -> "mass of " + particles + " ";
              case RADIUS -> "radius, of what is ";
              case NUMBER -> "number of " + particles + " ";
            };
        IntToDoubleFunction values =
            switch (quantity) {
              case MASS -> g -> change.mass() * spheres.mass()[g * limits + sphere];
              case RADIUS -> g -> change.length() * spheres.radius()[g * limits + sphere];
              case NUMBER -> g -> spheres.number()[g * limits + sphere];
            };
        fields.add(layout.field(quantity, limit, about(spheres, limit, centre, what, "0"), values));
      }
    }
    return fields;
  }

  private static String definition(Overdensity limit) {
    return "mean density of " + limit.description();
  }

  /** What the dataset of a property says of itself. */
  public static About about(GroupSpheres spheres, MeasuredProperty property, String centre) {
    String description = property.description();
    return property
        .limit()
        .map(limit -> about(spheres, limit, centre, description, property.none()))
        .orElse(new About(description, "", ""));
  }

  /**
   * @param what all of the description but the sphere
   * @param none what stands where there is no sphere
   */
  private static About about(
      GroupSpheres spheres, Overdensity limit, String centre, String what, String none) {
    String crossing = spheres.options().crossing().name().toLowerCase(Locale.ROOT);
    String inside =
        "inside the sphere around %s with a %s (%s crossing; %s if there is none)"
            .formatted(centre, definition(limit), crossing, none);
    return new About(what + inside, definition(limit), crossing);
  }
}
