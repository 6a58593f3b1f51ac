package org.jzfof.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzfof.config.Overdensity;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSpheres;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.UnitChange;

/**
 * The datasets of /Group about spheres, with Gadget-4's names: Group_M_Crit200, Group_R_Crit200.
 */
final class SphereFields {
  private SphereFields() {}

  /** All of them, with the values of this rank; parameters as of {@link GadgetFields#of}. */
  static List<GroupField> of(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, UnitChange change) {
    GroupSpheres spheres = groups.spheres();
    SnapshotHeader header = info.snapshot().in(change);
    Scaling mass = Scaling.mass(header.units());
    Scaling length = Scaling.length(header);
    List<GroupField> fields = new ArrayList<>();
    int limits = spheres.limits().size();
    for (int s = 0; s < limits; s++) {
      Overdensity limit = spheres.limits().get(s);
      int sphere = s;
      String inside =
          "inside the sphere around %s with a mean density of %s (%s crossing; 0 if there is none)"
              .formatted(
                  spheres.ofPotential() ? "GroupPos" : "the centre of mass",
                  limit.description(),
                  spheres.options().crossing().name().toLowerCase(Locale.ROOT));
      fields.add(
          GadgetFields.real(
              groups,
              "Group_M_" + limit.inNames(),
              1,
              mass,
              "mass of all particles " + inside,
              g -> change.mass() * spheres.mass()[g * limits + sphere]));
      fields.add(
          GadgetFields.real(
              groups,
              "Group_R_" + limit.inNames(),
              1,
              length,
              "radius, of what is " + inside,
              g -> change.length() * spheres.radius()[g * limits + sphere]));
      fields.add(
          GadgetFields.count(
              "Group_N_" + limit.inNames(),
              Hdf5Type.INT64,
              1,
              "number of all particles " + inside,
              g -> spheres.number()[g * limits + sphere]));
      fields.addAll(PropertyFields.inside(info, groups, change, limit.inNames(), inside, s));
      double[] massInside = groups.properties().massInside();
      if (massInside != null) {
        int types = groups.types();
        fields.add(
            GadgetFields.real(
                groups,
                "Group_MassType_" + limit.inNames(),
                types,
                mass,
                "mass of the particles of each type " + inside,
                i ->
                    change.mass() * massInside[(i / types * limits + sphere) * types + i % types]));
      }
    }
    return fields;
  }
}
