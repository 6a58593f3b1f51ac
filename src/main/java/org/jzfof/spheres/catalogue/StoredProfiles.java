package org.jzfof.spheres.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.Provenance;
import org.jzfof.snapshot.header.Units;

/**
 * Profiles read from a file of spheres.
 *
 * @param mass M200c of each group, 0 if undefined [groups]
 * @param units units of the file; NaN if absent
 * @param redshift redshift; NaN if absent
 */
public record StoredProfiles(
    Path file, ProfileTable table, double[] mass, Units units, double redshift) {
  private static final String EDGES = ProfileFields.GROUP + "/Radius";
  private static final Overdensity R200C = new Overdensity(200, Overdensity.Reference.CRITICAL);
  private static final String MASS = SphereColumns.MASS.at(R200C).path(Layout.GADGET);
  private static final String RADIUS = SphereColumns.RADIUS.at(R200C).path(Layout.GADGET);
  private static final String HEADER = "/Header";
  private static final Pattern TYPE = Pattern.compile("PartType(\\d)");

  /** Returns whether a path names a file of spheres, with or without profiles. */
  public static boolean isSphereFile(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (Hdf5File f = Hdf5File.open(path)) {
      return f.exists(ProfileFields.GROUP) || Provenance.isProduct(f, SphereFile.PRODUCT);
    } catch (Hdf5Exception e) {
      return false; // not an HDF5 file
    }
  }

  /**
   * Reads all profiles of a file.
   *
   * @throws CatalogueException if data are missing or inconsistent; the message names them
   */
  public static StoredProfiles read(Path path) {
    try (Hdf5File f = Hdf5File.open(path)) {
      return new Reader(path, f).read();
    } catch (Hdf5Exception e) {
      String remedy = e.remedy("give a file of jzfof so --profiles");
      throw new CatalogueException(
          "cannot read %s: %s%s".formatted(path, e.getMessage(), remedy), e);
    }
  }

  /** Reads one open file. */
  private record Reader(Path path, Hdf5File in) {
    StoredProfiles read() {
      if (!in.exists(ProfileFields.GROUP)) {
        throw new CatalogueException(
            path + " has spheres without profiles: measure them with jzfof so --profiles");
      }
      double[] edges = doubles(EDGES, -1, 1);
      for (int e = 0; e < edges.length; e++) {
        if (!(edges[e] > (e == 0 ? 0 : edges[e - 1]))) {
          throw wrong(EDGES, "is %s in row %d, and radii increase from above 0", edges[e], e);
        }
      }
      if (edges.length < 2) {
        throw wrong(EDGES, "has %d radii, and a shell needs two", edges.length);
      }
      double[] radius = doubles(RADIUS, -1, 1);
      double[] mass = doubles(MASS, radius.length, 1);
      List<ProfileTable.OfType> types = new ArrayList<>();
      for (String name : in.children(ProfileFields.GROUP)) {
        if (TYPE.matcher(name).matches()) {
          types.add(ofType(name, radius.length, edges.length));
        }
      }
      if (types.isEmpty()) {
        throw wrong(ProfileFields.GROUP, "has no PartTypeN");
      }
      return new StoredProfiles(
          path,
          new ProfileTable(edges, radius, types, null),
          mass,
          new Units(
              header("UnitLength_in_cm"),
              header("UnitMass_in_g"),
              header("UnitVelocity_in_cm_per_s"),
              number(MASS, "h_scaling") != 0),
          header("Redshift"));
    }

    private ProfileTable.OfType ofType(String name, int groups, int radii) {
      String folder = ProfileFields.GROUP + "/" + name;
      double[] number = doubles(folder + "/NumberWithin", groups, radii);
      String dispersion = folder + ProfileFields.DISPERSION;
      return new ProfileTable.OfType(
          Integer.parseInt(name.substring(name.length() - 1)),
          doubles(folder + "/MassWithin", groups, radii),
          Arrays.stream(number).mapToLong(n -> (long) n).toArray(),
          in.exists(dispersion) ? doubles(dispersion, groups, radii - 1) : null,
          null);
    }

    /**
     * Reads finite, non-negative values with the given number of rows (any number if negative) and
     * columns.
     */
    private double[] doubles(String name, int rows, int columns) {
      if (!in.isDataset(name)) {
        throw wrong(name, "is missing");
      }
      try (Hdf5Dataset data = in.dataset(name)) {
        if (data.info().columns() != columns || rows >= 0 && data.info().rows() != rows) {
          throw wrong(
              name,
              "is %s, and %s rows of %d are expected",
              data.info().describe(),
              rows < 0 ? "any" : rows,
              columns);
        }
        int n = Math.toIntExact(data.info().rows());
        double[] values = new double[Math.multiplyExact(n, columns)];
        data.read(0, n, values);
        for (int i = 0; i < values.length; i++) {
          if (!(values[i] >= 0) || Double.isInfinite(values[i])) {
            throw wrong(name, "is %s in row %d", values[i], i / columns);
          }
        }
        return values;
      }
    }

    private double header(String name) {
      return number(HEADER, name);
    }

    private double number(String object, String name) {
      double[] values = in.hasAttribute(object, name) ? in.doubles(object, name) : new double[0];
      return values.length == 0 ? Double.NaN : values[0];
    }

    private CatalogueException wrong(String name, String what, Object... values) {
      return new CatalogueException(
          "%s of %s %s: write the file again with jzfof so --profiles"
              .formatted(name.substring(1), path, what.formatted(values)));
    }
  }
}
