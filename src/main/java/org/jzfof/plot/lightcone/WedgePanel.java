package org.jzfof.plot.lightcone;

import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYShapeAnnotation;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.data.xy.DefaultXYDataset;
import org.jzfof.plot.PlottedGroups;
import org.jzfof.plot.Style;
import org.jzfof.snapshot.header.Units;

/** Groups of a band of declination, by redshift and right ascension, as circles by mass. */
final class WedgePanel {
  private static final Color GROUP = new Color(152, 46, 118, 110);

  /** Space around the wedge for its labels, as a fraction of its depth. */
  private static final double MARGIN = 0.14;

  /** Distance of labels from the wedge, likewise. */
  private static final double LABEL = 0.06;

  /** Classes of mass per decade, at most so many of them, and the size of the smallest circle. */
  private static final int CLASSES = 2;

  private static final int MOST_CLASSES = 7;
  private static final double SMALLEST = 3;

  private final LightconeGroups all;
  private final LightconeGroups groups;
  private final double[] band;
  private final Units units;
  private final Wedge wedge;

  WedgePanel(LightconeGroups all, LightconeGroups ofBand, double[] band, Units units) {
    this.all = all;
    this.groups = ofBand;
    this.band = band.clone();
    this.units = units;
    this.wedge = Wedge.around(all);
  }

  /** Returns the rectangle of the picture, in redshifts. */
  private Rectangle2D bounds() {
    Rectangle2D outline = wedge.outline().getBounds2D();
    double margin = MARGIN * wedge.depth();
    return new Rectangle2D.Double(
        outline.getX() - margin,
        outline.getY() - margin,
        outline.getWidth() + 2 * margin,
        outline.getHeight() + 2 * margin);
  }

  /** Width of the picture over its height. */
  double aspect() {
    return bounds().getWidth() / bounds().getHeight();
  }

  /** Draws the panel. */
  JFreeChart chart() {
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer circles = new XYLineAndShapeRenderer(false, true);
    addClasses(data, circles);
    Rectangle2D bounds = bounds();
    XYPlot plot =
        new XYPlot(
            data,
            hidden(bounds.getMinX(), bounds.getMaxX()),
            hidden(bounds.getMinY(), bounds.getMaxY()),
            circles);
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    addGrid(circles);
    JFreeChart chart =
        Style.panel(
            plot,
            String.format(
                Locale.ROOT,
                "%,d of %,d groups, declination %s° to %s°",
                groups.count(),
                all.count(),
                digits(band[0]),
                digits(band[1])));
    Style.caption(
        chart,
        "redshift outward, right ascension around"
            + (wedge.stretch() > 1
                ? String.format(Locale.ROOT, " (%.3g times as wide)", wedge.stretch())
                : "")
            + "; circles by mass in "
            + PlottedGroups.massLabel(units).replace("_{☉}", "☉"));
    Style.legendBelow(chart);
    plot.setOutlineVisible(false);
    return chart;
  }

  private static NumberAxis hidden(double low, double high) {
    NumberAxis axis = Style.linearAxis(low, high);
    axis.setVisible(false);
    return axis;
  }

  /** Adds the groups in classes of mass, the largest circles last. */
  private void addClasses(DefaultXYDataset data, XYLineAndShapeRenderer circles) {
    int[] ofGroup =
        Arrays.stream(groups.mass())
            .mapToInt(m -> (int) Math.floor(CLASSES * Math.log10(m)))
            .toArray();
    int least = Arrays.stream(ofGroup).min().orElseThrow();
    for (int k = 0; k < MOST_CLASSES; k++) {
      int number = least + k;
      boolean last = k == MOST_CLASSES - 1;
      int[] rows =
          IntStream.range(0, ofGroup.length)
              .filter(g -> ofGroup[g] == number || last && ofGroup[g] > number)
              .toArray();
      if (rows.length > 0) {
        double[][] places = new double[2][rows.length];
        for (int i = 0; i < rows.length; i++) {
          double[] at = wedge.place(groups.redshift()[rows[i]], groups.rightAscension()[rows[i]]);
          places[0][i] = at[0];
          places[1][i] = at[1];
        }
        int series = data.getSeriesCount();
        double from = Math.pow(10, (double) number / CLASSES);
        data.addSeries("≥ " + LightconeGroups.digits(from), places);
        double size = SMALLEST * Math.pow(10, (double) k / CLASSES / 3);
        circles.setSeriesShape(series, new Ellipse2D.Double(-size / 2, -size / 2, size, size));
        circles.setSeriesPaint(series, GROUP);
      }
    }
  }

  private void addGrid(XYLineAndShapeRenderer renderer) {
    NumberAxis scale = Style.linearAxis(0, wedge.depth());
    double step = scale.getTickUnit().getSize();
    List<XYTextAnnotation> labels = new ArrayList<>();
    for (int i = 1; i * step < wedge.depth() * (1 - LABEL); i++) {
      double z = i * step;
      renderer.addAnnotation(
          new XYShapeAnnotation(wedge.arc(z), Style.THIN, Style.GRID), Layer.BACKGROUND);
      double[] at = wedge.isCircle() ? wedge.place(z, wedge.middle()) : beside(z);
      labels.add(text(scale.getTickUnit().valueToString(z), at));
    }
    double spoke = spokes();
    for (double ra = 0; ra < 360; ra += spoke) {
      double[] end = wedge.place(wedge.depth(), ra);
      if (isInside(ra)) {
        renderer.addAnnotation(
            new XYShapeAnnotation(new Line2D.Double(0, 0, end[0], end[1]), Style.THIN, Style.GRID),
            Layer.BACKGROUND);
        labels.add(text(digits(ra) + "°", wedge.place((1 + LABEL) * wedge.depth(), ra)));
      }
    }
    renderer.addAnnotation(
        new XYShapeAnnotation(wedge.outline(), Style.THIN, Style.INK), Layer.BACKGROUND);
    labels.forEach(label -> renderer.addAnnotation(label, Layer.FOREGROUND));
  }

  /** Returns a place beside the edge at a redshift. */
  private double[] beside(double redshift) {
    double[] at = wedge.onEdge(redshift);
    double[] along = wedge.onEdge(1);
    double distance = LABEL * wedge.depth();
    return new double[] {at[0] + distance * along[1], at[1] - distance * along[0]};
  }

  private boolean isInside(double rightAscension) {
    return Math.abs(Math.IEEEremainder(rightAscension - wedge.middle(), 360))
        <= wedge.opening() / 2;
  }

  /** Returns a distance of spokes, in degrees, of which there are about six. */
  private double spokes() {
    return IntStream.of(1, 2, 5, 10, 15, 30)
        .filter(step -> wedge.opening() / step <= 12)
        .mapToDouble(step -> wedge.opening() < 3 ? 0.5 : step)
        .findFirst()
        .orElse(30);
  }

  private static XYTextAnnotation text(String text, double... at) {
    XYTextAnnotation annotation = new XYTextAnnotation(text, at[0], at[1]);
    annotation.setFont(Style.TICK);
    annotation.setPaint(Style.INK);
    annotation.setBackgroundPaint(new Color(255, 255, 255, 190));
    return annotation;
  }

  private static String digits(double value) {
    return value == Math.rint(value)
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
