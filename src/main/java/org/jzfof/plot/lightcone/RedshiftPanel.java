package org.jzfof.plot.lightcone;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.massfunction.HaloMassFunction;
import org.jzfof.massfunction.MassFunctionModel;
import org.jzfof.plot.MassFunction;
import org.jzfof.plot.ModelCosmology;
import org.jzfof.plot.ModelLines;
import org.jzfof.plot.PlottedGroups;
import org.jzfof.plot.Style;
import org.jzfof.snapshot.header.Units;

/** The number of groups above mass limits per steradian and redshift, and models of it. */
final class RedshiftPanel {
  private final LightconeRequest request;
  private final LightconeGroups groups;
  private final Units units;
  private final Optional<ModelCosmology> cosmology;
  private final RedshiftCounts counts;
  private final SkyArea area;
  private final double[] limits;
  private final List<double[]> drawn = new ArrayList<>();

  /**
   * @param least mass from which on default limits are chosen
   * @param cosmology that of the models; empty if there are none
   */
  RedshiftPanel(
      LightconeRequest request,
      LightconeGroups groups,
      Units units,
      double least,
      Optional<ModelCosmology> cosmology) {
    this.request = request;
    this.groups = groups;
    this.units = units;
    this.cosmology = cosmology;
    this.area =
        request.skyArea() == null ? SkyArea.of(groups) : SkyArea.of((double) request.skyArea());
    this.counts = RedshiftCounts.of(request.redshiftBins(), groups, area.steradians());
    this.limits =
        request.massLimits() == null
            ? RedshiftCounts.limits(least, groups.mass())
            : Arrays.stream(request.massLimits()).sorted().distinct().toArray();
  }

  /**
   * Draws the panel.
   *
   * @throws CatalogueException if no group is in the bins, above the limits
   */
  JFreeChart chart() {
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    XYErrorRenderer points = new XYErrorRenderer();
    for (double limit : limits) {
      add(limit, data, points);
    }
    if (drawn.isEmpty()) {
      throw new CatalogueException(
          "no group of %s has a redshift of --redshift-bins and a mass above --mass-limits: there is nothing to draw"
              .formatted(request.catalogue()));
    }
    DefaultXYDataset lines = new DefaultXYDataset();
    XYLineAndShapeRenderer models = new XYLineAndShapeRenderer(true, false);
    models.setDrawSeriesLineAsPath(true);
    models.setLegendLine(new Line2D.Double(-16, 0, 16, 0));
    request.models().models().forEach(model -> add(model, lines, models));
    double[] all = drawn.stream().flatMapToDouble(Arrays::stream).filter(n -> n > 0).toArray();
    NumberAxis z = Style.linearAxis(counts.edge()[0], counts.edge()[counts.bins()]);
    z.setAttributedLabel(Style.text("redshift"));
    XYPlot plot =
        new XYPlot(
            data,
            z,
            Style.logAxis(
                Style.text("dN(≥ M) / dz dΩ  [sr^{−1}]"),
                Arrays.stream(all).min().orElseThrow(),
                Arrays.stream(all).max().orElseThrow()),
            points);
    plot.setDataset(1, lines);
    plot.setRenderer(1, models);
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    Style.grid(plot);
    JFreeChart chart = Style.panel(plot, title());
    Style.caption(chart, cosmology.map(ModelCosmology::caption).orElse(area.text()));
    Style.legend(plot, RectangleAnchor.BOTTOM_RIGHT);
    return chart;
  }

  private String title() {
    String what = request.mass() == null ? "groups" : "spheres of groups";
    return cosmology.isEmpty() ? what + " over redshift" : what + " over redshift, " + area.text();
  }

  private void add(double limit, XYIntervalSeriesCollection data, XYErrorRenderer renderer) {
    String name = request.mass() == null ? "M" : "M" + request.mass();
    String unit = PlottedGroups.massLabel(units).replace("_{☉}", "☉");
    XYIntervalSeries series =
        new XYIntervalSeries("%s ≥ %s %s".formatted(name, LightconeGroups.digits(limit), unit));
    double half = (counts.edge()[1] - counts.edge()[0]) / 2;
    for (MassFunction.Point p : counts.above(limit, groups)) {
      double z = p.logMass();
      if (p.density() > 0) {
        series.add(z, z - half, z + half, p.density(), p.lower(), p.upper());
        drawn.add(new double[] {p.lower(), p.upper()});
      }
    }
    int number = data.getSeriesCount();
    data.addSeries(series);
    Color colour = Style.line(number);
    renderer.setSeriesPaint(number, colour);
    renderer.setSeriesShape(number, new Ellipse2D.Double(-4.5, -4.5, 9, 9));
    renderer.setErrorStroke(new BasicStroke(1.8f));
    renderer.setCapLength(0);
    renderer.setDrawXError(false);
  }

  /** Adds a line for each limit. */
  private void add(
      MassFunctionModel model, DefaultXYDataset lines, XYLineAndShapeRenderer renderer) {
    ModelCosmology of = cosmology.orElseThrow();
    Overdensity spheres = request.mass() == null ? ModelLines.OF_GROUPS : request.mass();
    double perHubble = units.perHubble() ? 1 : of.linear().background().hubble();
    double[] mass = Arrays.stream(limits).map(m -> perHubble * m).toArray();
    double[][] values =
        counts.ofModel(
            z -> HaloMassFunction.of(model, spheres, of.linear(), z),
            of.linear().background(),
            mass);
    double[] z = new double[counts.bins()];
    Arrays.setAll(z, counts::middle);
    boolean first = lines.getSeriesCount() == 0;
    for (int m = 0; m < mass.length; m++) {
      int number = lines.getSeriesCount();
      String name = String.format(Locale.ROOT, "%s, M%s", model.paper(), spheres);
      lines.addSeries(m == 0 ? name : name + " " + m, new double[][] {z, values[m]});
      renderer.setSeriesPaint(number, Style.line(m));
      renderer.setSeriesStroke(number, first ? Style.LINE : Style.DASHED);
      renderer.setSeriesVisibleInLegend(number, m == 0);
      drawn.add(values[m]);
    }
  }
}
