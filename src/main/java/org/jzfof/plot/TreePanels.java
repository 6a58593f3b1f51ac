package org.jzfof.plot;

import java.awt.Paint;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.util.Arrays;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.DefaultXYDataset;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.trees.MergerHistory;
import org.jzfof.trees.MergerHistory.Branch;
import org.jzfof.trees.StoredTree;

/** The history of one halo: the masses of its branches, and their mergers. */
final class TreePanels {
  private static final ColourScale COLOURS = new ColourScale(0, 1);

  /** Radius of the circle of the largest mass, in points. */
  private static final double LARGEST_CIRCLE = 13;

  private static final double SMALLEST_CIRCLE = 1.6;

  /** Margin of the axis of time before the first and after the last snapshot, as a fraction. */
  private static final double EDGE = 0.04;

  /** Margin before the first snapshot if masses of branches are written there. */
  private static final double ROOM = 0.16;

  private final StoredTree tree;
  private final MergerHistory history;
  private final int halo;
  private final double massUnit;

  /**
   * @param halo number of the root in its catalogue
   * @param limit maximum number of branches to draw beside the main branch
   */
  TreePanels(StoredTree tree, int halo, int maximum) {
    this.tree = tree;
    this.history = MergerHistory.of(tree, maximum);
    this.halo = halo;
    double grams = tree.units().massG();
    this.massUnit = grams > 0 ? grams / UnitLabels.SOLAR_MASS_G : 1;
  }

  /** Draws the mass of each branch over time, up to its merger. */
  JFreeChart growth() {
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    double minimum = Double.MAX_VALUE;
    double maximum = 0;
    for (int b = 0; b < history.branches().size(); b++) {
      double[][] line = {times(branch(b)), masses(branch(b))};
      data.addSeries(b, line);
      renderer.setSeriesPaint(b, colour(b));
      renderer.setSeriesStroke(b, b == 0 ? Style.THICK : Style.LINE);
      renderer.setSeriesShape(b, circle(b == 0 ? 4 : 2.5));
      minimum = Math.min(minimum, Arrays.stream(line[1]).min().orElse(minimum));
      maximum = Math.max(maximum, Arrays.stream(line[1]).max().orElse(maximum));
    }
    String unit =
        tree.units().massG() > 0
            ? "M_{☉}" + (tree.units().perHubble() ? "/h" : "")
            : UnitLabels.mass(tree.units());
    XYPlot plot =
        new XYPlot(
            data,
            timeAxis(EDGE),
            Style.logAxis(Style.text("mass  [%s]".formatted(unit)), minimum, maximum),
            renderer);
    return panel(plot, "mass of %s %d, z = %.2f", tree.kind(), halo, tree.redshift());
  }

  /** Draws a line for each branch, which ends in the line of the branch that it merges into. */
  JFreeChart mergers() {
    DefaultXYDataset data = new DefaultXYDataset();
    Circles renderer = new Circles();
    int lanes = history.branches().size();
    XYPlot plot = new XYPlot(data, timeAxis(ROOM), lanes(lanes), renderer);
    plot.setRangeGridlinesVisible(false);
    for (int b = 0; b < lanes; b++) {
      Branch branch = branch(b);
      boolean merges = branch.into() >= 0;
      double[] times = times(branch);
      double[][] line = new double[2][times.length + (merges ? 2 : 0)];
      int at = merges ? 2 : 0;
      System.arraycopy(times, 0, line[0], at, times.length);
      Arrays.fill(line[1], b);
      if (merges) { // the line runs horizontally up to the merger, then across to the other branch
        line[0][0] = time(branch.merger());
        line[0][1] = line[0][0];
        line[1][0] = branch.into();
      }
      data.addSeries(b, line);
      renderer.setSeriesPaint(b, colour(b));
      renderer.setSeriesStroke(b, b == 0 ? Style.THICK : Style.LINE);
      renderer.radii[b] = radii(branch, at);
      plot.addAnnotation(label(branch, b));
    }
    return panel(
        plot,
        "mergers of %s %d: %d of %d branches",
        tree.kind(),
        halo,
        lanes - 1,
        history.all() - 1);
  }

  /** Draws circles of given radii; those of radius 0 are skipped. */
  private final class Circles extends XYLineAndShapeRenderer {
    private static final long serialVersionUID = 1;

    private final transient double[][] radii = new double[history.branches().size()][];

    Circles() {
      super(true, true);
    }

    @Override
    public Shape getItemShape(int series, int item) {
      return circle(radii[series][item]);
    }

    @Override
    public boolean getItemShapeVisible(int series, int item) {
      return radii[series][item] > 0;
    }
  }

  private Branch branch(int lane) {
    return history.branches().get(lane);
  }

  private double time(int index) {
    return tree.time()[tree.snapshot()[index]];
  }

  private double[] times(Branch branch) {
    return Arrays.stream(branch.haloes()).mapToDouble(this::time).toArray();
  }

  private double[] masses(Branch branch) {
    return Arrays.stream(branch.haloes()).mapToDouble(h -> massUnit * tree.mass()[h]).toArray();
  }

  /** Returns radii whose volumes are proportional to the masses; 0 for the points of the merger. */
  private double[] radii(Branch branch, int before) {
    double largest = Arrays.stream(masses(branch(0))).max().orElse(1);
    double[] masses = masses(branch);
    double[] radii = new double[before + masses.length];
    for (int i = 0; i < masses.length; i++) {
      double radius = LARGEST_CIRCLE * Math.cbrt(masses[i] / largest);
      radii[before + i] = Math.min(LARGEST_CIRCLE, Math.max(SMALLEST_CIRCLE, radius));
    }
    return radii;
  }

  private static Ellipse2D circle(double radius) {
    return new Ellipse2D.Double(-radius, -radius, 2 * radius, 2 * radius);
  }

  /** Colour of a lane, from dark to light without the lightest; the main branch is black. */
  private Paint colour(int lane) {
    int others = history.branches().size() - 1;
    return lane == 0
        ? Style.INK
        : COLOURS.getPaint(0.25 + 0.55 * (lane - 1) / Math.max(1, others - 1));
  }

  /** Label with the largest mass of a branch, left of its first point. */
  private XYTextAnnotation label(Branch branch, int lane) {
    double[] times = times(branch);
    double largest = Arrays.stream(masses(branch)).max().orElse(0);
    String text = String.format(Locale.ROOT, "%.1e   ", largest).replace("e+", "e");
    XYTextAnnotation label = new XYTextAnnotation(text, times[times.length - 1], lane);
    label.setFont(Style.CAPTION);
    label.setPaint(Style.INK);
    label.setTextAnchor(TextAnchor.CENTER_RIGHT);
    return label;
  }

  /**
   * Creates the axis for all times of the branches drawn.
   *
   * @param room fraction of the axis that is left free before the times
   */
  private NumberAxis timeAxis(double room) {
    double first = time(tree.root());
    double last = first;
    for (Branch branch : history.branches()) {
      first = Math.min(first, time(branch.haloes()[branch.haloes().length - 1]));
    }
    double width = last > first ? last - first : Math.max(Math.abs(last), 1);
    NumberAxis axis = Style.linearAxis(first - room * width, last + EDGE * width);
    axis.setLabel(tree.comoving() ? "scale factor" : "time");
    return axis;
  }

  private static ValueAxis lanes(int lanes) {
    NumberAxis axis = Style.axis(new NumberAxis());
    axis.setRange(-0.8, lanes - 0.2);
    axis.setTickLabelsVisible(false);
    axis.setTickMarksVisible(false);
    return axis;
  }

  private static JFreeChart panel(XYPlot plot, String title, Object... values) {
    Style.grid(plot);
    return Style.panel(plot, String.format(Locale.ROOT, title, values));
  }
}
