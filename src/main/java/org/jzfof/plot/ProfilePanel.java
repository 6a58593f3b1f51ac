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
import org.jzfof.dump.tables.ProfileTable;
import org.jzfof.dump.tables.StoredProfiles;
import org.jzfof.snapshot.UnitLabels;

/** Density profiles of one particle type around the largest groups of a file. */
final class ProfilePanel {
  /** Shells with fewer particles are noise. */
  static final int LEAST_PARTICLES = 10;

  private static final double CRITICAL = 200; // of R200c
  private static final ColourScale COLOURS = new ColourScale(0, 1);

  /** Part of the frame for a line of the legend, and for the whole at most. */
  private static final double LEGEND_LINE = 0.04;

  private static final double MOST_LEGEND = 0.45;

  private final StoredProfiles profiles;
  private final ProfileTable.OfType type;
  private final boolean weighted;

  /**
   * @param weighted r² ρ rather than ρ
   */
  ProfilePanel(StoredProfiles profiles, ProfileTable.OfType type, boolean weighted) {
    this.profiles = profiles;
    this.type = type;
    this.weighted = weighted;
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
    double[] density = profiles.table().density(type);
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (int i = 0; i < groups.length; i++) {
      data.addSeries(label(groups[i]), line(groups[i], density));
      // from dark to light, as densities of maps, without the lightest
      renderer.setSeriesPaint(
          i, COLOURS.getPaint(0.15 + 0.65 * i / Math.max(1, groups.length - 1)));
      renderer.setSeriesStroke(i, Style.LINE);
      renderer.setSeriesShape(i, new Ellipse2D.Double(-3, -3, 6, 6));
    }
    double[] values =
        IntStream.range(0, groups.length)
            .boxed()
            .flatMapToDouble(
                i ->
                    IntStream.range(0, data.getItemCount(i)).mapToDouble(s -> data.getYValue(i, s)))
            .filter(y -> y > 0)
            .sorted()
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    XYPlot plot =
        new XYPlot(
            data,
            radii(),
            densities(values[0], values[values.length - 1], groups.length),
            renderer);
    Style.grid(plot);
    plot.addDomainMarker(new ValueMarker(1, Style.INK, Style.THIN));
    JFreeChart chart =
        Style.panel(
            plot,
            String.format(
                Locale.ROOT, "density of PartType%d, z = %.2f", type.type(), profiles.redshift()));
    Style.caption(chart, "shells of at least %d particles".formatted(LEAST_PARTICLES));
    Style.legend(plot, weighted ? RectangleAnchor.TOP_LEFT : RectangleAnchor.BOTTOM_LEFT);
    return Optional.of(chart);
  }

  private LogAxis radii() {
    double[] edges = profiles.table().edges();
    return Style.logAxis(Style.text("r / R_{200c}"), edges[0], edges[edges.length - 1]);
  }

  /** With room for the legend beside the end of the profiles that it stands at. */
  private LogAxis densities(double least, double most, int lines) {
    double legend = Math.min(MOST_LEGEND, LEGEND_LINE * (lines + 1));
    double room = Math.pow(most / least, legend / (1 - legend));
    String quantity = "ρ / ρ_{crit}";
    return weighted
        ? Style.logAxis(Style.text("(r / R_{200c})^{2}  " + quantity), least, most * room)
        : Style.logAxis(Style.text(quantity), least, most);
  }

  /** Radii and densities; no number, where lines break, in shells of few particles. */
  private double[][] line(int group, double... density) {
    double[] edges = profiles.table().edges();
    int shells = edges.length - 1;
    double volume = 4 * Math.PI / 3 * Math.pow(profiles.table().radius()[group], 3);
    double critical = profiles.mass()[group] / volume / CRITICAL;
    double[][] line = new double[2][shells];
    Arrays.fill(line[1], Double.NaN);
    for (int s = 0; s < shells; s++) {
      int inner = group * edges.length + s;
      line[0][s] = Math.sqrt(edges[s] * edges[s + 1]);
      if (type.number()[inner + 1] - type.number()[inner] >= LEAST_PARTICLES) {
        double weight = weighted ? line[0][s] * line[0][s] : 1;
        line[1][s] = weight * density[group * shells + s] / critical;
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
