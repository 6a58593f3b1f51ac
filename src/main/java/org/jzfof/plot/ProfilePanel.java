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
  /** Minimum number of particles of a shell; shells with fewer are noise. */
  static final int MIN_PARTICLES = 10;

  private static final double CRITICAL = 200; // of R200c
  private static final double CM_PER_KM = 1e5;
  private static final ColourScale COLOURS = new ColourScale(0, 1);

  /** Height of a line of the legend as a fraction of the frame, and the maximum for the legend. */
  private static final double LEGEND_LINE = 0.04;

  private static final double MAX_LEGEND = 0.45;

  private final StoredProfiles profiles;
  private final ProfileTable.OfType type;
  private final ProfileRequest.Quantity quantity;

  ProfilePanel(
      StoredProfiles profiles, ProfileTable.OfType type, ProfileRequest.Quantity quantity) {
    this.profiles = profiles;
    this.type = type;
    this.quantity = quantity;
  }

  /**
   * Returns the groups with the largest M200c, in decreasing order, among those that have R200c.
   */
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

  /** Draws groups; the result is empty if no shell has enough particles. */
  Optional<JFreeChart> chart(int... groups) {
    double[] values = values();
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (int i = 0; i < groups.length; i++) {
      data.addSeries(label(groups[i]), line(groups[i], values));
      // colours from dark to light, as in maps of the density, without the lightest
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
    String title =
        quantity == ProfileRequest.Quantity.DISPERSION ? "velocity dispersion" : "density";
    JFreeChart chart =
        Style.panel(
            plot,
            String.format(
                Locale.ROOT,
                "%s of PartType%d, z = %.2f",
                title,
                type.type(),
                profiles.redshift()));
    Style.caption(chart, "shells of at least %d particles".formatted(MIN_PARTICLES));
    Style.legend(
        plot,
        quantity == ProfileRequest.Quantity.RHO
            ? RectangleAnchor.BOTTOM_LEFT
            : RectangleAnchor.TOP_LEFT);
    return Optional.of(chart);
  }

  private LogAxis radii() {
    double[] edges = profiles.table().edges();
    return Style.logAxis(Style.text("r / R_{200c}"), edges[0], edges[edges.length - 1]);
  }

  /**
   * Returns the vertical axis, with space for the legend at the end of the profiles where it is
   * drawn.
   */
  private LogAxis ordinate(double low, double high, int lines) {
    double legend = Math.min(MAX_LEGEND, LEGEND_LINE * (lines + 1));
    double room = Math.pow(high / low, legend / (1 - legend));
    String density = "ρ / ρ_{crit}";
    return switch (quantity) {
      case DENSITY -> Style.logAxis(Style.text("(r / R_{200c})^{2}  " + density), low, high * room);
      case RHO -> Style.logAxis(Style.text(density), low, high);
      case DISPERSION -> Style.logAxis(Style.text("σ_{1D}  [km/s]"), low, high * room);
    };
  }

  /**
   * Returns the numbers of all shells.
   *
   * @throws CatalogueException if the file lacks them
   */
  private double[] values() {
    if (quantity != ProfileRequest.Quantity.DISPERSION) {
      return profiles.table().density(type);
    }
    if (type.dispersion() == null) {
      throw new CatalogueException(
          "PartType%d of %s has no VelocityDispersion: measure it with jzfof so --profiles of a snapshot with velocities"
              .formatted(type.type(), profiles.file()));
    }
    return type.dispersion();
  }

  /** Returns radii and values; shells of few particles have NaN, which interrupts the line. */
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
      if (type.number()[inner + 1] - type.number()[inner] >= MIN_PARTICLES) {
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
