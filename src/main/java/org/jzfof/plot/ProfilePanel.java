package org.jzfof.plot;

import java.awt.geom.Ellipse2D;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.DefaultXYDataset;
import org.jzfof.error.CatalogueException;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.spheres.catalogue.ProfileTable;
import org.jzfof.spheres.catalogue.StoredProfiles;

/** Profiles of one particle type around the largest groups of a file. */
final class ProfilePanel {
  /** Shells with fewer particles are noise. */
  static final int LEAST_PARTICLES = 10;

  private static final double CRITICAL = 200; // of R200c
  private static final double CM_PER_KM = 1e5;
  private static final ColourScale COLOURS = new ColourScale(0, 1);

  /** Part of the frame for a line of the legend, and for the whole at most. */
  private static final double LEGEND_LINE = 0.04;

  private static final double MOST_LEGEND = 0.45;

  private final StoredProfiles profiles;
  private final ProfileTable.OfType type;
  private final ProfileQuantity quantity;

  /**
   * @param quantity what is drawn
   */
  ProfilePanel(StoredProfiles profiles, ProfileTable.OfType type, ProfileQuantity quantity) {
    this.profiles = profiles;
    this.type = type;
    this.quantity = quantity;
  }

  /** Groups with the largest M200c of those that have R200c, in this order. */
  static int[] largest(StoredProfiles profiles, int count) {
    double[] mass = profiles.mass();
    return IntStream.range(0, mass.length)
        .filter(g -> mass[g] > 0 && profiles.table().radius()[g] > 0)
        .boxed()
        .sorted((a, b) -> Double.compare(mass[b], mass[a]))
        .limit(count)
        .mapToInt(g -> g)
        .toArray();
  }

  /** Draws groups; nothing if no shell of them has enough particles. */
  Optional<JFreeChart> chart(int... groups) {
    double[] values = values();
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (int i = 0; i < groups.length; i++) {
      data.addSeries(label(groups[i]), line(groups[i], values));
      // from dark to light, as densities of maps, without the lightest
      renderer.setSeriesPaint(
          i, COLOURS.getPaint(0.15 + 0.65 * i / Math.max(1, groups.length - 1)));
      renderer.setSeriesStroke(i, Style.LINE);
      renderer.setSeriesShape(i, new Ellipse2D.Double(-3, -3, 6, 6));
    }
    double[] drawn =
        IntStream.range(0, groups.length)
            .boxed()
            .flatMapToDouble(
                i ->
                    IntStream.range(0, data.getItemCount(i)).mapToDouble(s -> data.getYValue(i, s)))
            .filter(y -> y > 0)
            .sorted()
            .toArray();
    if (drawn.length == 0) {
      return Optional.empty();
    }
    XYPlot plot =
        new XYPlot(
            data, radii(), ordinate(drawn[0], drawn[drawn.length - 1], groups.length), renderer);
    Style.grid(plot);
    plot.addDomainMarker(new ValueMarker(1, Style.INK, Style.THIN));
    String title = quantity == ProfileQuantity.DISPERSION ? "velocity dispersion" : "density";
    JFreeChart chart =
        Style.panel(
            plot,
            String.format(
                Locale.ROOT,
                "%s of PartType%d, z = %.2f",
                title,
                type.type(),
                profiles.redshift()));
    Style.caption(chart, "shells of at least %d particles".formatted(LEAST_PARTICLES));
    Style.legend(
        plot,
        quantity == ProfileQuantity.RHO ? RectangleAnchor.BOTTOM_LEFT : RectangleAnchor.TOP_LEFT);
    return Optional.of(chart);
  }

  private LogAxis radii() {
    double[] edges = profiles.table().edges();
    return Style.logAxis(Style.text("r / R_{200c}"), edges[0], edges[edges.length - 1]);
  }

  /** With room for the legend beside the end of the profiles that it stands at. */
  private LogAxis ordinate(double least, double most, int lines) {
    double legend = Math.min(MOST_LEGEND, LEGEND_LINE * (lines + 1));
    double room = Math.pow(most / least, legend / (1 - legend));
    String density = "ρ / ρ_{crit}";
    return switch (quantity) {
      case DENSITY ->
          Style.logAxis(Style.text("(r / R_{200c})^{2}  " + density), least, most * room);
      case RHO -> Style.logAxis(Style.text(density), least, most);
      case DISPERSION -> Style.logAxis(Style.text("σ_{1D}  [km/s]"), least, most * room);
    };
  }

  /**
   * Numbers of all shells.
   *
   * @throws CatalogueException if the file lacks them
   */
  private double[] values() {
    if (quantity != ProfileQuantity.DISPERSION) {
      return profiles.table().density(type);
    }
    if (type.dispersion() == null) {
      throw new CatalogueException(
          "PartType%d of %s has no VelocityDispersion: measure it with jzfof so --profiles of a snapshot with velocities"
              .formatted(type.type(), profiles.file()));
    }
    return type.dispersion();
  }

  /** Radii and values; no number, where lines break, in shells of few particles. */
  private double[][] line(int group, double... values) {
    double[] edges = profiles.table().edges();
    int shells = edges.length - 1;
    double volume = 4 * Math.PI / 3 * Math.pow(profiles.table().radius()[group], 3);
    double critical = profiles.mass()[group] / volume / CRITICAL;
    double toKm = profiles.units().velocityCmPerS() / CM_PER_KM;
    double[][] line = new double[2][shells];
    Arrays.fill(line[1], Double.NaN);
    for (int s = 0; s < shells; s++) {
      int inner = group * edges.length + s;
      line[0][s] = Math.sqrt(edges[s] * edges[s + 1]);
      if (type.number()[inner + 1] - type.number()[inner] >= LEAST_PARTICLES) {
        double weight =
            switch (quantity) {
              case DENSITY -> line[0][s] * line[0][s] / critical;
              case RHO -> 1 / critical;
              case DISPERSION -> toKm;
            };
        double value = weight * values[group * shells + s];
        line[1][s] = value > 0 ? value : Double.NaN;
      }
    }
    return line;
  }

  private String label(int group) {
    double suns = profiles.mass()[group] * profiles.units().massG() / UnitLabels.SOLAR_MASS_G;
    String mass = String.format(Locale.ROOT, "%.2e", suns).replace("e+", "e");
    String perHubble = profiles.units().perHubble() ? "/h" : "";
    return "group %d".formatted(group)
        + (suns > 0 ? ", M200c = %s M☉%s".formatted(mass, perHubble) : "");
  }
}
