package org.jzfof.catalogue.columns;

import static org.jzfof.catalogue.columns.CatalogueColumn.numbers;
import static org.jzfof.catalogue.columns.Layout.GADGET;
import static org.jzfof.catalogue.columns.Layout.LIGHTCONE;
import static org.jzfof.catalogue.columns.Layout.YT;
import static org.jzfof.catalogue.columns.Names.at;

import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.lightcone.NestedPixels;

/**
 * The quantities of groups that an observer sees, on a light cone only. All positions are GroupPos,
 * relative to the observer.
 */
public final class LightconeColumns {
  private static final double LIGHT_CM_PER_S = 2.99792458e10;

  /** Redshift of the expansion. */
  public static final CatalogueColumn REDSHIFT =
      of(Dimension.NUMBER, "redshift of the expansion, 1 / GroupAscale - 1")
          .named(GADGET, "/Group/GroupRedshift")
          .named(LIGHTCONE, at("/Lightcone/Redshift").asFloat64())
          .named(YT, "/redshift")
          .from((rows, s) -> numbers(g -> redshift(rows, g)));

  public static final CatalogueColumn DISTANCE =
      of(Dimension.COMOVING_LENGTH, "comoving distance of GroupPos from the observer")
          .named(GADGET, "/Group/GroupDistance")
          .named(LIGHTCONE, "/Lightcone/ComovingDistance")
          .named(YT, "/comoving_distance")
          .from(
              (rows, s) -> {
                double[] centre = rows.groups().centre();
                return numbers(g -> distance(centre, g));
              });

  public static final CatalogueColumn RIGHT_ASCENSION =
      of(Dimension.ANGLE, "right ascension of GroupPos: atan2(y, x), from 0 to 360")
          .named(GADGET, at("/Group/GroupRA").asFloat64())
          .named(LIGHTCONE, at("/Lightcone/RightAscension").asFloat64())
          .named(YT, "/right_ascension")
          .from(
              (rows, s) -> {
                double[] centre = rows.groups().centre();
                return numbers(g -> rightAscension(centre, g));
              });

  public static final CatalogueColumn DECLINATION =
      of(Dimension.ANGLE, "declination of GroupPos: asin(z / r), from -90 to 90")
          .named(GADGET, at("/Group/GroupDec").asFloat64())
          .named(LIGHTCONE, at("/Lightcone/Declination").asFloat64())
          .named(YT, "/declination")
          .from(
              (rows, s) -> {
                double[] centre = rows.groups().centre();
                return numbers(g -> declination(centre, g));
              });

  public static final CatalogueColumn PIXEL =
      CatalogueColumn.of(
              Owner.GROUP,
              ColumnType.LONG_COUNT,
              1,
              Dimension.NUMBER,
              "number of the HEALPix pixel of GroupPos, in nested order, nside = {nside}")
          .named(GADGET, "/Group/GroupPixel")
          .named(LIGHTCONE, "/Lightcone/Pixel")
          .named(YT, "/healpix_pixel")
          .from(
              (rows, s) -> {
                double[] centre = rows.groups().centre();
                NestedPixels pixels = new NestedPixels(rows.info().lightcone().get().nside());
                return numbers(
                    g -> pixels.pixel(centre[3 * g], centre[3 * g + 1], centre[3 * g + 2]));
              });

  public static final CatalogueColumn LINE_OF_SIGHT_VELOCITY =
      of(
              Dimension.SNAPSHOT_VELOCITY,
              "{no velocities}component of GroupVel along the line of sight to GroupPos, positive away"
                  + " from the observer; NaN at the observer")
          .named(GADGET, "/Group/GroupVelLineOfSight")
          .named(LIGHTCONE, "/Lightcone/LineOfSightVelocity")
          .named(YT, "/velocity_line_of_sight")
          .from(
              (rows, s) -> {
                double[] centre = rows.groups().centre();
                return numbers(g -> recession(rows, centre, g));
              });

  /** Redshift with the Doppler shift of first order in v / c, if the unit of velocity is known. */
  public static final CatalogueColumn OBSERVED_REDSHIFT =
      of(
              Dimension.NUMBER,
              "observed redshift, (1 + GroupRedshift) (1 + GroupVelLineOfSight / c) - 1, c being the"
                  + " speed of light")
          .named(GADGET, "/Group/GroupRedshiftObserved")
          .named(LIGHTCONE, "/Lightcone/ObservedRedshift")
          .named(YT, "/redshift_observed")
          .from(
              (rows, s) -> {
                double unit = rows.info().snapshot().units().velocityCmPerS();
                double[] centre = rows.groups().centre();
                return Double.isNaN(unit)
                    ? Optional.empty()
                    : numbers(
                        g ->
                            (1 + redshift(rows, g))
                                    * (1 + recession(rows, centre, g) * unit / LIGHT_CM_PER_S)
                                - 1);
              });

  /** All columns of groups of a light cone. */
  public static final List<CatalogueColumn> ALL =
      List.of(
          REDSHIFT,
          DISTANCE,
          RIGHT_ASCENSION,
          DECLINATION,
          PIXEL,
          LINE_OF_SIGHT_VELOCITY,
          OBSERVED_REDSHIFT);

  private LightconeColumns() {}

  private static CatalogueColumn of(Dimension dimension, String description) {
    return CatalogueColumn.of(Owner.GROUP, ColumnType.REAL_OR_NAN, 1, dimension, description);
  }

  private static double redshift(CatalogueRows rows, int group) {
    return 1 / rows.groups().lightcone().scaleFactor()[group] - 1;
  }

  private static double distance(double[] centre, int group) {
    double x = centre[3 * group];
    double y = centre[3 * group + 1];
    double z = centre[3 * group + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  private static double rightAscension(double[] centre, int group) {
    double degrees = Math.toDegrees(Math.atan2(centre[3 * group + 1], centre[3 * group]));
    return degrees < 0 ? degrees + 360 : degrees;
  }

  private static double declination(double[] centre, int group) {
    double x = centre[3 * group];
    double y = centre[3 * group + 1];
    return Math.toDegrees(Math.atan2(centre[3 * group + 2], Math.sqrt(x * x + y * y)));
  }

  /** Returns the velocity away from the observer, in the unit of the snapshot. */
  private static double recession(CatalogueRows rows, double[] centre, int group) {
    double[] velocity = rows.groups().sums().velocity();
    double product = 0;
    for (int d = 3 * group; d < 3 * group + 3; d++) {
      product += velocity[d] * centre[d];
    }
    return product / distance(centre, group);
  }
}
