package org.jzfof.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYDataImageAnnotation;
import org.jfree.chart.annotations.XYShapeAnnotation;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;

/** The projected density of a slab, with circles around its largest groups and their subhaloes. */
final class DensityPanel {
  private static final String[] AXES = {"x", "y", "z"};
  private static final Color MARK = new Color(120, 235, 255, 230);
  private static final Color SUBHALO = new Color(255, 190, 90, 230);
  private static final int NUMBERED = 5;

  private final Slab slab;
  private final PlottedGroups groups;
  private final XYPlot plot;
  private final String title;

  private DensityPanel(Slab slab, PlottedGroups groups) {
    this.slab = slab;
    this.groups = groups;
    this.plot = new XYPlot(null, axis(slab.right()), axis(slab.up()), null);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    this.title =
        String.format(
            Locale.ROOT,
            "slab from %.2f to %.2f %s along %s",
            slab.from(),
            slab.to(),
            groups.lengthLabel(),
            AXES[slab.axis()]);
  }

  /**
   * Draws the panel.
   *
   * @param circles number of groups to mark, the largest groups of the slab
   */
  static JFreeChart of(DensityMap map, Slab slab, PlottedGroups groups, int circles) {
    DensityPanel panel = new DensityPanel(slab, groups);
    double[] log = Arrays.stream(map.contrast()).map(Math::log10).toArray();
    ColourScale scale = scale(log);
    panel.addImage(map, log, scale);
    int shown = 0;
    BitSet marked = new BitSet();
    for (int g = 0; g < groups.position().length / 3 && shown < circles; g++) {
      if (slab.holds(groups.position()[3 * g + slab.axis()])) {
        panel.mark(g, shown++ < NUMBERED);
        marked.set(g);
      }
    }
    panel.markSubhaloes(marked);
    JFreeChart chart = Style.panel(panel.plot, panel.title);
    chart.addSubtitle(colourBar(scale));
    return chart;
  }

  private NumberAxis axis(int dimension) {
    double origin = slab.origin()[dimension];
    NumberAxis axis = Style.linearAxis(origin, origin + slab.side()[dimension]);
    axis.setLabel("%s  [%s]".formatted(AXES[dimension], groups.lengthLabel()));
    return axis;
  }

  /**
   * Returns a colour scale without the lowest hundredth and the highest five-hundredth of the
   * values, so that a few pixels do not use up all colours.
   */
  private static ColourScale scale(double[] log) {
    double[] sorted = Arrays.stream(log).filter(Double::isFinite).sorted().toArray();
    if (sorted.length == 0) {
      return new ColourScale(-1, 1);
    }
    double low = sorted[sorted.length / 100];
    double high = sorted[sorted.length - 1 - sorted.length / 500];
    return new ColourScale(low, Math.max(high, low + 0.1));
  }

  private void addImage(DensityMap map, double[] log, ColourScale scale) {
    int height = map.height();
    BufferedImage image = new BufferedImage(map.width(), height, BufferedImage.TYPE_INT_RGB);
    for (int line = 0; line < height; line++) {
      for (int column = 0; column < map.width(); column++) {
        double value = log[(height - 1 - line) * map.width() + column];
        image.setRGB(column, line, scale.rgb(value));
      }
    }
    double x = slab.origin()[slab.right()];
    double y = slab.origin()[slab.up()];
    plot.addAnnotation(
        new XYDataImageAnnotation(
            image, x, y, slab.side()[slab.right()], slab.side()[slab.up()], true));
  }

  /** Marks the subhaloes of the selected groups, except for the first subhalo of each group. */
  private void markSubhaloes(BitSet selected) {
    PlottedSubhaloes subhaloes = groups.subhaloes();
    for (int s = 0; s < subhaloes.group().length; s++) {
      if (selected.get((int) subhaloes.group()[s])) {
        double minimum =
            slab.side()[slab.right()] / 200; // a minimum radius keeps the circle visible
        double x = subhaloes.position()[3 * s + slab.right()];
        double y = subhaloes.position()[3 * s + slab.up()];
        drawImages(x, y, Math.max(minimum, subhaloes.radius()[s]), SUBHALO);
      }
    }
  }

  private void mark(int g, boolean numbered) {
    double radius = groups.radius() == null ? 0 : groups.radius()[g];
    double x = groups.position()[3 * g + slab.right()];
    double y = groups.position()[3 * g + slab.up()];
    drawImages(x, y, radius, MARK);
    if (numbered) {
      XYTextAnnotation number =
          new XYTextAnnotation(Integer.toString(g), x + radius * 0.75, y + radius * 0.75);
      number.setPaint(MARK);
      number.setFont(Style.TICK.deriveFont(Font.BOLD, 14f));
      number.setTextAnchor(TextAnchor.BOTTOM_LEFT);
      plot.addAnnotation(number);
    }
  }

  /** Draws a mark, and its periodic images where it crosses the edge of the box. */
  private void drawImages(double x, double y, double radius, Color colour) {
    double width = slab.side()[slab.right()];
    double height = slab.side()[slab.up()];
    int images = slab.periodic() ? 1 : 0;
    for (int i = -images; i <= images; i++) {
      for (int j = -images; j <= images; j++) {
        draw(x + i * width, y + j * height, radius, colour);
      }
    }
  }

  /** Draws a circle, or a cross if the radius is unknown. */
  private void draw(double x, double y, double radius, Color colour) {
    if (radius > 0) {
      outline(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius), colour);
    } else {
      double arm = slab.side()[slab.right()] / 100;
      outline(new Line2D.Double(x - arm, y - arm, x + arm, y + arm), colour);
      outline(new Line2D.Double(x - arm, y + arm, x + arm, y - arm), colour);
    }
  }

  private void outline(Shape shape, Color colour) {
    plot.addAnnotation(new XYShapeAnnotation(shape, new BasicStroke(1.6f), colour));
  }

  private static PaintScaleLegend colourBar(ColourScale scale) {
    NumberAxis axis = Style.linearAxis(scale.low(), scale.high());
    axis.setAttributedLabel(Style.text("log_{10} (Σ / mean Σ)"));
    PaintScaleLegend bar = new PaintScaleLegend(scale, axis);
    bar.setPosition(RectangleEdge.RIGHT);
    bar.setAxisLocation(AxisLocation.BOTTOM_OR_RIGHT);
    bar.setSubdivisionCount(256);
    bar.setStripWidth(18);
    bar.setStripOutlineVisible(false);
    bar.setPadding(new RectangleInsets(0, 18, Style.BELOW, 0));
    return bar;
  }
}
