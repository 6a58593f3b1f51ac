package org.jzfof.plot.lightcone;

import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.LightconeColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.plot.PlottedGroups;

/**
 * The groups of a light cone that have a mass.
 *
 * @param mass in solar masses if the unit is known
 * @param redshift redshift of the expansion
 * @param rightAscension in degrees, 0 to 360
 * @param declination in degrees
 */
record LightconeGroups(
    double[] mass, double[] redshift, double[] rightAscension, double[] declination) {
  /**
   * Reads the groups.
   *
   * @param limit overdensity of the spheres whose masses are drawn; null for the masses of the
   *     groups
   * @throws CatalogueException if the catalogue has no groups, no such masses, lacks a column, or
   *     has a number that is not finite
   */
  static LightconeGroups of(StoredCatalogue catalogue, Overdensity limit) {
    if (catalogue.groups() == 0) {
      throw new CatalogueException(
          catalogue.files().get(0)
              + " has no groups to plot: find some with a smaller --min-length");
    }
    double[] mass = PlottedGroups.masses(catalogue, limit);
    int[] rows = IntStream.range(0, mass.length).filter(g -> mass[g] > 0).toArray();
    return new LightconeGroups(
        ArrayParts.take(mass, rows),
        column(catalogue, LightconeColumns.REDSHIFT, rows),
        column(catalogue, LightconeColumns.RIGHT_ASCENSION, rows),
        column(catalogue, LightconeColumns.DECLINATION, rows));
  }

  private static double[] column(StoredCatalogue catalogue, CatalogueColumn column, int... rows) {
    if (!catalogue.groupTable().has(column)) {
      throw new CatalogueException(
          "%s has no %s: write the catalogue again"
              .formatted(catalogue.files().get(0), column.name()));
    }
    return ArrayParts.take(PlottedGroups.finite(catalogue, column), rows);
  }

  int count() {
    return mass.length;
  }

  /** Unit vector towards a group. */
  double[] direction(int group) {
    double ra = Math.toRadians(rightAscension[group]);
    double dec = Math.toRadians(declination[group]);
    return new double[] {Math.cos(dec) * Math.cos(ra), Math.cos(dec) * Math.sin(ra), Math.sin(dec)};
  }

  /** Returns the groups between two declinations in degrees. */
  LightconeGroups between(double south, double north) {
    int[] rows =
        IntStream.range(0, count())
            .filter(g -> declination[g] >= south && declination[g] <= north)
            .toArray();
    return new LightconeGroups(
        ArrayParts.take(mass, rows),
        ArrayParts.take(redshift, rows),
        ArrayParts.take(rightAscension, rows),
        ArrayParts.take(declination, rows));
  }

  /** Returns two digits of a mass, such as 3e12. */
  static String digits(double mass) {
    return String.format(Locale.ROOT, "%.1e", mass).replace("e+", "e").replace(".0e", "e");
  }

  double largestRedshift() {
    return DoubleStream.of(redshift).max().orElseThrow();
  }
}
