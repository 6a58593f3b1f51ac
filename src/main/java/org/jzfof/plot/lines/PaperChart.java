package org.jzfof.plot.lines;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.DefaultXYDataset;
import org.jzfof.bench.papers.Measured;
import org.jzfof.bench.papers.Paper;
import org.jzfof.bench.papers.PaperFigure;
import org.jzfof.bench.papers.PaperResults;
import org.jzfof.bench.papers.PaperResults.MeasuredLine;
import org.jzfof.bench.papers.Value;
import org.jzfof.plot.Figure;
import org.jzfof.plot.Style;

/**
 * A figure of a publication, drawn from measurements: a line with markers for each label, and grey
 * markers for points of others. Stages are bars, one for the last point of a line.
 */
public final class PaperChart {
  private static final Color PUBLISHED = new Color(120, 120, 126);

  /** Dashes of the lines of each file of results. */
  private static final float[][] DASHES = {null, {8, 5}, {2, 4}, {12, 4, 2, 4}};

  /** Diameter of a marker. */
  private static final double MARKER = 9;

  private final Paper paper;
  private final PaperFigure figure;
  private final List<PaperResults> results;

  /**
   * @param results results of this publication, such as those for several numbers of ranks
   */
  public PaperChart(Paper paper, PaperFigure figure, List<PaperResults> results) {
    this.paper = paper;
    this.figure = figure;
    this.results = results;
  }

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return results.stream()
        .flatMap(r -> lines(r).stream())
        .allMatch(l -> l.points().stream().noneMatch(this::isOnAxes));
  }

  /** Draws a picture of the figure. */
  public byte[] png(int height) {
    return Figure.ofChart(chart(), height).png();
  }

  private JFreeChart chart() {
    String title = "%s, %s: %s".formatted(paper.name(), figure.name(), figure.title());
    JFreeChart chart =
        figure.value() == Value.STAGES ? Style.panel(bars(), title) : Style.panel(plot(), title);
    List<String> machines =
        results.stream().map(r -> r.machine() + ", " + r.date()).distinct().toList();
    String others = figure.published().isEmpty() ? "" : "; paper: " + paper.hardware();
    Style.caption(chart, String.join("; ", machines) + others);
    Style.legendBeside(chart);
    return chart;
  }

  private List<MeasuredLine> lines(PaperResults of) {
    return of.figures().getOrDefault(figure.name(), List.of());
  }

  private String label(MeasuredLine line, PaperResults of) {
    boolean several = results.stream().mapToInt(PaperResults::ranks).distinct().count() > 1;
    String ranks = of.ranks() == 1 ? "1 rank" : of.ranks() + " ranks";
    return several ? line.label() + ", " + ranks : line.label();
  }

  /** Whether a point has a place on logarithmic axes. */
  private boolean isOnAxes(Measured point) {
    return (point.x() > 0 || !figure.x().logarithmic())
        && (figure.value().of(point) > 0 || !figure.y().logarithmic());
  }

  private XYPlot plot() {
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    List<double[]> drawn = new ArrayList<>();
    for (int r = 0; r < results.size(); r++) {
      int line = 0;
      for (MeasuredLine measured : lines(results.get(r))) {
        int number = line++;
        List<Measured> points = measured.points().stream().filter(this::isOnAxes).toList();
        if (!points.isEmpty()) {
          double[] x = points.stream().mapToDouble(Measured::x).toArray();
          double[] y = points.stream().mapToDouble(figure.value()::of).toArray();
          int series = data.getSeriesCount();
          data.addSeries(label(measured, results.get(r)), new double[][] {x, y});
          renderer.setSeriesPaint(series, Style.line(number));
          renderer.setSeriesShape(series, marker(number));
          renderer.setSeriesStroke(series, stroke(DASHES[r % DASHES.length]));
          drawn.add(x);
          drawn.add(y);
        }
      }
    }
    for (PaperFigure.Published published : figure.published()) {
      int series = data.getSeriesCount();
      data.addSeries(published.label(), new double[][] {published.x(), published.y()});
      renderer.setSeriesPaint(series, PUBLISHED);
      renderer.setSeriesShape(series, marker(figure.published().indexOf(published)));
      renderer.setSeriesShapesFilled(series, false);
      renderer.setSeriesStroke(series, stroke(DASHES[2]));
      drawn.add(published.x());
      drawn.add(published.y());
    }
    XYPlot plot =
        new XYPlot(data, axis(figure.x(), drawn, 0), axis(figure.y(), drawn, 1), renderer);
    Style.grid(plot);
    return plot;
  }

  /** Creates the axis of every second array of values. */
  private static ValueAxis axis(PaperFigure.Axis axis, List<double[]> drawn, int first) {
    double[] values =
        IntStream.range(0, drawn.size())
            .filter(i -> i % 2 == first)
            .boxed()
            .flatMapToDouble(i -> DoubleStream.of(drawn.get(i)))
            .toArray();
    double low = DoubleStream.of(values).min().orElseThrow();
    double high = DoubleStream.of(values).max().orElseThrow();
    if (axis.logarithmic()) {
      return Style.logAxis(Style.text(axis.label()), low, high);
    }
    NumberAxis linear = Style.linearAxis(Math.min(0, low), high == 0 ? 1 : high + 0.05 * high);
    linear.setAttributedLabel(Style.text(axis.label()));
    return linear;
  }

  private CategoryPlot bars() {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    Map<String, Color> colours = new LinkedHashMap<>();
    for (PaperResults of : results) {
      for (MeasuredLine line : lines(of)) {
        if (!line.points().isEmpty()) {
          Measured point = line.points().get(line.points().size() - 1);
          String bar = String.format(Locale.ROOT, "%s, %.3g", label(line, of), point.x());
          point
              .stages()
              .forEach(
                  (stage, seconds) -> {
                    colours.computeIfAbsent(stage, s -> Style.line(colours.size()));
                    data.addValue(1e3 * seconds, stage, bar);
                  });
        }
      }
    }
    NumberAxis milliseconds = Style.axis(new NumberAxis());
    milliseconds.setAttributedLabel(Style.text(figure.y().label()));
    CategoryAxis labels = new CategoryAxis();
    labels.setTickLabelFont(Style.TICK);
    labels.setMaximumCategoryLabelLines(3);
    StackedBarRenderer renderer = new StackedBarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setMaximumBarWidth(0.2);
    CategoryPlot plot = new CategoryPlot(data, labels, milliseconds, renderer);
    for (int s = 0; s < data.getRowCount(); s++) {
      renderer.setSeriesPaint(s, colours.get(data.getRowKey(s)));
    }
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Style.GRID);
    return plot;
  }

  private static BasicStroke stroke(float... dash) {
    return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }

  private static Shape marker(int number) {
    double r = MARKER / 2;
    return switch (number % 5) {
      case 0 -> new Ellipse2D.Double(-r, -r, MARKER, MARKER);
      case 1 -> new Rectangle2D.Double(-r, -r, MARKER, MARKER);
      case 2 -> polygon(0, -r, r, r, -r, r);
      case 3 -> polygon(0, r, r, -r, -r, -r);
      default -> polygon(0, -r, r, 0, 0, r, -r, 0);
    };
  }

  private static Shape polygon(double... xy) {
    Path2D path = new Path2D.Double();
    path.moveTo(xy[0], xy[1]);
    for (int i = 2; i < xy.length; i += 2) {
      path.lineTo(xy[i], xy[i + 1]);
    }
    path.closePath();
    return path;
  }
}
