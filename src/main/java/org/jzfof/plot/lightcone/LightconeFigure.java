package org.jzfof.plot.lightcone;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.CatalogueException;
import org.jzfof.plot.Figure;
import org.jzfof.plot.Fonts;
import org.jzfof.plot.ModelCosmology;
import org.jzfof.plot.PlottedGroups;
import org.jzfof.snapshot.header.Units;

/** The picture of the groups of a light cone. */
public final class LightconeFigure {
  /** Width of the band of declination, in degrees, in the middle of the groups. */
  private static final double BAND = 20;

  private LightconeFigure() {}

  /**
   * Draws a wedge and the numbers of groups over redshift.
   *
   * @throws org.jzfof.error.JzfofException if the catalogue cannot be read, or has nothing to draw
   */
  public static Figure of(LightconeRequest request) {
    Fonts.require();
    StoredCatalogue catalogue = StoredCatalogue.open(request.catalogue()).readable();
    LightconeGroups groups = LightconeGroups.of(catalogue, request.mass());
    Units units = catalogue.units();
    WedgePanel wedge = wedge(request, groups, units);
    RedshiftPanel counts =
        new RedshiftPanel(
            request, groups, units, completeFrom(catalogue), cosmology(request, catalogue));
    double far = groups.largestRedshift();
    List<String> warnings =
        request.models().models().stream().flatMap(model -> model.warning(far).stream()).toList();
    return Figure.ofCharts(
        List.of(wedge.chart(), counts.chart()), wedge.aspect(), warnings, request.height());
  }

  /** Returns twice the smallest mass of a group, below which many spheres are of no group. */
  private static double completeFrom(StoredCatalogue catalogue) {
    return 2 * Arrays.stream(PlottedGroups.masses(catalogue, null)).min().orElseThrow();
  }

  private static WedgePanel wedge(LightconeRequest request, LightconeGroups groups, Units units) {
    double[] band = request.band() == null ? middle(groups) : request.band();
    LightconeGroups inside = groups.between(band[0], band[1]);
    if (inside.count() == 0) {
      throw new CatalogueException(
          "no group of %s has a declination from %s to %s: give another --band"
              .formatted(request.catalogue(), band[0], band[1]));
    }
    return new WedgePanel(groups, inside, band, units);
  }

  /** Returns the band in the middle of all declinations, or around all if there are fewer. */
  private static double[] middle(LightconeGroups groups) {
    double south = Arrays.stream(groups.declination()).min().orElseThrow();
    double north = Arrays.stream(groups.declination()).max().orElseThrow();
    double middle = Math.rint((south + north) / 2);
    return north - south <= BAND
        ? new double[] {Math.floor(south), Math.ceil(north)}
        : new double[] {middle - BAND / 2, middle + BAND / 2};
  }

  private static Optional<ModelCosmology> cosmology(
      LightconeRequest request, StoredCatalogue catalogue) {
    if (request.models().models().isEmpty()) {
      return Optional.empty();
    }
    if (!(catalogue.units().massG() > 0)) {
      throw new CatalogueException(
          "%s does not state its units, which --model needs: leave --model out"
              .formatted(catalogue.files().get(0)));
    }
    return Optional.of(ModelCosmology.of(request.models(), catalogue, Optional.empty()));
  }
}
