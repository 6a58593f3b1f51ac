package org.jzfof.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** The mass function of the groups of a catalogue, and models of the mass function. */
final class MassFunctionPanel {
  private static final int COARSE = 5;
  private static final int FINE = 40;
  private static final Color COLOUR = Style.line(0);
  private static final Color MODEL = new Color(90, 165, 200);

  private final PlottedGroups groups;
  private final boolean cumulative;
  private final ModelLines models;

  /**
   * @param groups groups with masses above 0, at least one
   * @param cumulative true for n(≥ M) as a line with its error band, false for dn/dlog M as points
   */
  MassFunctionPanel(PlottedGroups groups, boolean cumulative, ModelLines models) {
    this.groups = groups;
    this.cumulative = cumulative;
    this.models = models;
  }

  /** Draws the panel. */
  JFreeChart chart() {
    MassFunction function =
        MassFunction.of(groups.mass(), groups.volume(), cumulative ? FINE : COARSE);
    MassFunction.Point[] points = cumulative ? function.cumulative() : function.differential();
    XYIntervalSeries series = new XYIntervalSeries(models.groupsLabel());
    double half = cumulative ? 0 : 0.5 / COARSE;
    for (MassFunction.Point p : points) {
      double m = Math.pow(10, p.logMass());
      series.add(
          m, m * Math.pow(10, -half), m * Math.pow(10, half), p.density(), p.lower(), p.upper());
    }
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    data.addSeries(series);
    String per = groups.lengthLabel() + ")^{−3}]";
    String density = cumulative ? "n(≥ M)  [(" : "dn / dlog_{10}M  [(";
    LogAxis x =
        Style.logAxis(
            Style.text(groups.massName() + "  [" + groups.massLabel() + "]"),
            series.getXLowValue(0),
            series.getXHighValue(points.length - 1));
    LogAxis y =
        Style.logAxis(
            Style.text(density + per),
            Arrays.stream(points).mapToDouble(MassFunction.Point::lower).min().orElseThrow(),
            Arrays.stream(points).mapToDouble(MassFunction.Point::upper).max().orElseThrow());
    XYPlot plot = new XYPlot(data, x, y, cumulative ? band() : errorBars());
    Style.grid(plot);
    String count =
        String.format(Locale.ROOT, "%,d groups, z = %.2f", groups.mass().length, groups.redshift());
    JFreeChart chart = Style.panel(plot, count);
    List<ModelLines.Line> lines =
        models.between(x.getRange().getLowerBound(), x.getRange().getUpperBound());
    if (!lines.isEmpty()) {
      addModels(plot, lines);
      Style.legend(plot, RectangleAnchor.TOP_RIGHT);
    }
    models.caption().ifPresent(text -> Style.caption(chart, text));
    return chart;
  }

  private static void addModels(XYPlot plot, List<ModelLines.Line> lines) {
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true); // the phase of the dashes continues from point to point
    renderer.setLegendLine(new Line2D.Double(-16, 0, 16, 0));
    for (int i = 0; i < lines.size(); i++) {
      ModelLines.Line line = lines.get(i);
      data.addSeries(line.label(), new double[][] {line.mass(), line.density()});
      renderer.setSeriesPaint(i, i == 0 ? MODEL : Style.INK);
      renderer.setSeriesStroke(i, i == 0 ? Style.THICK : Style.DASHED);
    }
    plot.setDataset(1, data);
    plot.setRenderer(1, renderer);
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
  }

  private static XYItemRenderer band() {
    DeviationRenderer band = new DeviationRenderer(true, false);
    band.setSeriesPaint(0, COLOUR);
    band.setSeriesFillPaint(0, COLOUR);
    band.setAlpha(0.25f);
    band.setSeriesStroke(0, new BasicStroke(2.5f));
    return band;
  }

  private static XYItemRenderer errorBars() {
    XYErrorRenderer bars = new XYErrorRenderer();
    bars.setSeriesPaint(0, COLOUR);
    bars.setSeriesShape(0, new Ellipse2D.Double(-4.5, -4.5, 9, 9));
    bars.setErrorStroke(new BasicStroke(1.8f));
    bars.setErrorPaint(COLOUR);
    bars.setCapLength(0);
    return bars;
  }
}
