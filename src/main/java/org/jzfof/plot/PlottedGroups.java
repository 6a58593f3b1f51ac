package org.jzfof.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The columns of a catalogue that are drawn. Groups are in the order of the catalogue, largest
 * first.
 *
 * @param mass masses of the groups that have one, in solar masses if the unit is known
 * @param position centres [3·groups], in length units of the catalogue
 * @param radius radius of each group; null if the catalogue has none
 * @param side side lengths of the box [3]
 * @param units units of the catalogue, which the lengths have
 */
public record PlottedGroups(
    double[] mass,
    double[] position,
    double[] radius,
    double[] side,
    double redshift,
    String massName,
    Units units,
    PlottedSubhaloes subhaloes) {
  private static final List<CatalogueColumn> RADII =
      Stream.concat(
              Stream.of(GroupColumns.INERTIA_RADIUS),
              Stream.of("200m", "200c")
                  .flatMap(name -> Overdensity.find(name).stream())
                  .map(SphereColumns.RADIUS::at))
          .toList();

  /**
   * @param limit overdensity of the spheres whose masses are drawn; null for the masses of the
   *     groups
   * @throws CatalogueException if the catalogue has no groups, a group without mass, no spheres, or
   *     a number that is not finite
   */
  static PlottedGroups of(StoredCatalogue catalogue, Overdensity limit) {
    CatalogueCheck.requireSnapshot(catalogue, "a mass function");
    if (catalogue.groups() == 0) {
      throw new CatalogueException(
          catalogue.files().get(0)
              + " has no groups to plot: find some with a smaller --min-length");
    }
    Units units = catalogue.units();
    double[] mass = Arrays.stream(masses(catalogue, limit)).filter(m -> m > 0).toArray();
    double[] radius =
        RADII.stream()
            .filter(catalogue.groupTable()::has)
            .findFirst()
            .map(column -> finite(catalogue, column))
            .orElse(null);
    double[] side = catalogue.boxSize();
    for (double length : side) {
      if (!(length > 0) || Double.isInfinite(length)) {
        throw new CatalogueException(
            "Header/BoxSize of %s is %s: a mass function needs the volume; write the catalogue again"
                .formatted(catalogue.files().get(0), length));
      }
    }
    return new PlottedGroups(
        mass,
        finite(catalogue, GroupColumns.POSITION),
        radius,
        side,
        catalogue.header("Redshift"),
        massName(limit),
        units,
        PlottedSubhaloes.of(catalogue));
  }

  /**
   * Returns the mass of each group, or of its sphere, in solar masses if the unit is known; 0 for a
   * group without sphere.
   *
   * @throws CatalogueException if a group has no mass, no group has a sphere, or a number is not
   *     finite
   */
  public static double[] masses(StoredCatalogue catalogue, Overdensity limit) {
    Units units = catalogue.units();
    double[] mass = limit == null ? groupMasses(catalogue) : sphereMasses(catalogue, limit);
    double unit = units.massG() > 0 ? units.massG() / UnitLabels.SOLAR_MASS_G : 1;
    Arrays.setAll(mass, g -> unit * mass[g]);
    return mass;
  }

  /** Returns the name of these masses, as marked text of {@link Style#text}. */
  public static String massName(Overdensity limit) {
    return limit == null ? "group mass  M" : "M_{" + limit + "}";
  }

  private static double[] groupMasses(StoredCatalogue catalogue) {
    double[] mass = catalogue.groupTable().doubles(GroupColumns.MASS);
    for (int g = 0; g < mass.length; g++) {
      if (!(mass[g] > 0) || Double.isInfinite(mass[g])) {
        throw new CatalogueException(
            "GroupMass of %s is %s: a mass function needs finite masses above 0"
                .formatted(catalogue.describeGroup(g), mass[g]));
      }
    }
    return mass;
  }

  /** Returns the masses of the spheres. */
  private static double[] sphereMasses(StoredCatalogue catalogue, Overdensity limit) {
    CatalogueColumn column = SphereColumns.MASS.at(limit);
    String name = column.name();
    if (!catalogue.groupTable().has(column)) {
      throw new CatalogueException(
          "%s has no %s: measure it with jzfof run --so %s"
              .formatted(catalogue.files().get(0), name, limit));
    }
    double[] mass = finite(catalogue, column);
    if (Arrays.stream(mass).noneMatch(m -> m > 0)) {
      throw new CatalogueException(
          "%s of %s is 0 for all groups: there is no sphere to plot"
              .formatted(name, catalogue.files().get(0)));
    }
    return mass;
  }

  /**
   * Returns a column of groups.
   *
   * @throws CatalogueException if a number is not finite
   */
  public static double[] finite(StoredCatalogue catalogue, CatalogueColumn column) {
    double[] values = catalogue.groupTable().doubles(column);
    int columns = values.length / catalogue.groups();
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new CatalogueException(
            "%s of %s is %s and cannot be drawn: write the catalogue again"
                .formatted(column.name(), catalogue.describeGroup(i / columns), values[i]));
      }
    }
    return values;
  }

  /** Unit of the masses. */
  String massLabel() {
    return massLabel(units);
  }

  /** Returns the name of solar masses in the units of a catalogue, else of its unit. */
  public static String massLabel(Units units) {
    return units.massG() > 0 ? "M_{☉}" + (units.perHubble() ? "/h" : "") : UnitLabels.mass(units);
  }

  /** Unit of the lengths. */
  String lengthLabel() {
    return UnitLabels.length(units);
  }

  /** Volume of the box. */
  double volume() {
    return side[0] * side[1] * side[2];
  }
}
