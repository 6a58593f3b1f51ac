package org.jzfof.spheres.catalogue;

import org.jzfof.hdf5.DirectWriter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Writes /Profiles of a file of spheres, with one row per group of the catalogue. */
final class ProfileFields {
  /** HDF5 group of the profiles in the file. */
  static final String GROUP = "/Profiles";

  /** Name of the dispersions' dataset in the group of a type. */
  static final String DISPERSION = "/VelocityDispersion";

  private final DirectWriter out;
  private final ProfileTable table;

  ProfileFields(DirectWriter out, ProfileTable table) {
    this.out = out;
    this.table = table;
  }

  void write(SnapshotHeader snapshot) {
    int groups = table.radius().length;
    int radii = table.edges().length;
    out.library().group(GROUP);
    String edges = GROUP + "/Radius";
    out.dataset(edges, Hdf5Type.FLOAT64, radii);
    out.write(edges, table.edges());
    Scaling.NUMBER.writeTo(
        out.library(), edges, "radii of the profiles, over Group_R_Crit200 of each group");
    if (table.velocity() != null) {
      write(
          GROUP + "/Velocity",
          groups,
          table.velocity(),
          Scaling.peculiarVelocity(snapshot.units()),
          "mean peculiar velocity of all particles within R200c; 0 where there is no R200c");
    }
    for (ProfileTable.OfType of : table.types()) {
      String folder = GROUP + "/PartType" + of.type();
      out.library().group(folder);
      write(
          folder + "/MassWithin",
          groups,
          of.mass(),
          Scaling.mass(snapshot.units()),
          "mass of the particles of this type within each radius; 0 where there is no R200c");
      write(
          folder + "/Density",
          groups,
          table.density(of),
          Scaling.density(snapshot),
          "mean density of this type between each radius and the next; 0 where there is no R200c");
      if (of.dispersion() != null) {
        Scaling velocity = Scaling.peculiarVelocity(snapshot.units());
        write(
            folder + DISPERSION,
            groups,
            of.dispersion(),
            velocity,
            "one-dimensional velocity dispersion of the particles of this type between each radius"
                + " and the next, about their mean velocity, with the expansion about their centre of"
                + " mass added to peculiar velocities; 0 where there are none");
        write(
            folder + "/RadialVelocity",
            groups,
            of.radial(),
            velocity,
            "mean velocity away from the centre, relative to Profiles/Velocity and with the expansion"
                + " added, of the particles of this type between each radius and the next; 0 where"
                + " there are none");
      }
      String number = folder + "/NumberWithin";
      out.dataset(number, Hdf5Type.INT64, groups, radii);
      out.write(number, of.number());
      Scaling.NUMBER.writeTo(
          out.library(),
          number,
          "particles of this type within each radius; 0 where there is no R200c");
    }
  }

  private void write(String name, int rows, double[] values, Scaling unit, String description) {
    int width = rows == 0 ? table.edges().length : values.length / rows;
    out.dataset(name, Hdf5Type.FLOAT64, rows, width);
    out.write(name, values);
    unit.writeTo(out.library(), name, description);
  }
}
