package org.jzfof.plot;

import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.jzfof.error.CatalogueException;
import org.jzfof.match.StoredMatch;
import org.jzfof.snapshot.header.UnitLabels;

/**
 * The ratio of the masses of matched haloes against the mass, of pairs that agree: points, and
 * their median with the range of the middle 68 % in bins of the mass.
 */
final class MatchPanel {
  /** Bins per decade of mass. */
  private static final int BINS = 4;

  /** Minimum number of haloes of a bin. */
  private static final int FEWEST = 5;

  private static final double LOW = 0.16;
  private static final double MIDDLE = 0.5;
  private static final double HIGH = 0.84;

  /** Share of the pairs at each end that may lie outside the panel. */
  private static final double FAR = 0.002;

  /** Minimum range of ratios, and margins around it: below with the legend, and above. */
  private static final double LEAST = 0.1;

  private static final double LEGEND = 0.2;
  private static final double EDGE = 0.1;

  private static final Color POINT = new Color(90, 165, 200, 150);
  private static final Color COLOUR = Style.line(0);

  private final StoredMatch match;
  private final double[] mass;
  private final double[] ratio;

  /**
   * @throws CatalogueException if no pair of haloes with masses agrees
   */
  MatchPanel(StoredMatch match) {
    this.match = match;
    int[] drawn =
        IntStream.range(0, match.mass().length)
            .filter(h -> match.agrees()[h] != 0 && match.match()[h] >= 0)
            .filter(h -> match.mass()[h] > 0 && match.matchMass()[(int) match.match()[h]] > 0)
            .toArray();
    if (drawn.length == 0) {
      throw new CatalogueException(
          "no halo of %s has a match that agrees: there is nothing to draw"
              .formatted(match.file()));
    }
    double suns = match.massG() > 0 ? match.massG() / UnitLabels.SOLAR_MASS_G : 1;
    this.mass = Arrays.stream(drawn).mapToDouble(h -> suns * match.mass()[h]).toArray();
    this.ratio =
        Arrays.stream(drawn)
            .mapToDouble(h -> match.matchMass()[(int) match.match()[h]] / match.mass()[h])
            .toArray();
  }

  /** Draws the panel. */
  JFreeChart chart() {
    DefaultXYDataset points = new DefaultXYDataset();
    points.addSeries("pairs", new double[][] {mass, ratio});
    XYLineAndShapeRenderer dots = new XYLineAndShapeRenderer(false, true);
    dots.setSeriesPaint(0, POINT);
    double size = mass.length > 1000 ? 3 : 6;
    dots.setSeriesShape(0, new Ellipse2D.Double(-size / 2, -size / 2, size, size));
    String unit = match.massG() > 0 ? "  [M_{☉}" + (match.perHubble() ? "/h" : "") + "]" : "";
    XYPlot plot =
        new XYPlot(
            points,
            Style.logAxis(
                Style.text("M_{1}" + unit),
                Arrays.stream(mass).min().orElseThrow(),
                Arrays.stream(mass).max().orElseThrow()),
            ratios(),
            dots);
    plot.setDataset(1, medians());
    plot.setRenderer(1, band());
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    Style.grid(plot);
    plot.addRangeMarker(new ValueMarker(1, Style.INK, Style.THIN));
    String what = match.what().equals("group") ? "groups" : "subhaloes";
    JFreeChart chart =
        Style.panel(
            plot, String.format(Locale.ROOT, "%,d pairs of %s that agree", mass.length, what));
    Style.legend(plot, RectangleAnchor.BOTTOM_LEFT);
    return chart;
  }

  /** Returns a linear axis without the farthest pairs, with space for the legend below. */
  private NumberAxis ratios() {
    double[] sorted = Arrays.stream(ratio).sorted().toArray();
    double low = Math.min(1, quantile(FAR, sorted));
    double high = Math.max(1, quantile(1 - FAR, sorted));
    double room = Math.max(LEAST, high - low);
    NumberAxis axis = Style.linearAxis(low - LEGEND * room, high + EDGE * room);
    axis.setAttributedLabel(Style.text("M_{2} / M_{1}"));
    return axis;
  }

  private static DeviationRenderer band() {
    DeviationRenderer band = new DeviationRenderer(true, false);
    band.setSeriesPaint(0, COLOUR);
    band.setSeriesFillPaint(0, COLOUR);
    band.setAlpha(0.2f);
    band.setSeriesStroke(0, Style.LINE);
    return band;
  }

  /** Returns the quantiles of the ratio in bins of the mass with enough haloes. */
  YIntervalSeriesCollection medians() {
    YIntervalSeries series = new YIntervalSeries("median, 68 % of the pairs");
    int[] bin = Arrays.stream(mass).mapToInt(m -> (int) Math.floor(BINS * Math.log10(m))).toArray();
    IntStream.of(bin)
        .distinct()
        .sorted()
        .forEach(
            b -> {
              double[] inside =
                  IntStream.range(0, bin.length)
                      .filter(i -> bin[i] == b)
                      .mapToDouble(i -> ratio[i])
                      .sorted()
                      .toArray();
              if (inside.length >= FEWEST) {
                series.add(
                    Math.pow(10, (b + 0.5) / BINS),
                    quantile(MIDDLE, inside),
                    quantile(LOW, inside),
                    quantile(HIGH, inside));
              }
            });
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    data.addSeries(series);
    return data;
  }

  private static double quantile(double part, double... sorted) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  }
}
