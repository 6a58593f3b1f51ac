package org.jzfof.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.match.StoredMatch;
import org.jzfof.spheres.catalogue.ProfileTable;
import org.jzfof.spheres.catalogue.StoredProfiles;
import org.jzfof.trees.StoredTree;

/**
 * A row of panels: the mass function and the density of a slab, or profiles, the history of a halo,
 * or the masses of matched haloes.
 */
public final class Figure {
  /** Height in points, the unit of the sizes of {@link Style}. */
  private static final int POINTS = 800;

  /** Width of a chart with a legend beside it. */
  private static final int WITH_LEGEND = 1300;

  private static final int MIN_HEIGHT = 200;
  private static final int MAX_HEIGHT = 8000;

  /** Maximum ratio of the sides of a map. */
  private static final int MAX_ASPECT = 20;

  private final List<Panel> panels = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final double scale;

  /**
   * A chart and its width.
   *
   * @param width in points
   */
  private record Panel(JFreeChart chart, int width) {}

  private Figure(int height) {
    this.scale = (double) height / POINTS;
  }

  /**
   * Draws the mass function and, if requested, the density; reads the snapshot block by block.
   *
   * @throws org.jzfof.error.JzfofException if an input cannot be read, or if the inputs do not
   *     belong together
   */
  public static Figure of(PlotRequest request) {
    Fonts.require();
    Figure figure = new Figure(request.height());
    StoredCatalogue catalogue = StoredCatalogue.open(request.catalogue()).readable();
    PlottedGroups groups = PlottedGroups.of(catalogue, request.mass());
    ModelLines models = ModelLines.of(request, catalogue, groups);
    figure.warnings.addAll(models.warnings());
    JFreeChart chart = new MassFunctionPanel(groups, request.cumulative(), models).chart();
    figure.panels.add(new Panel(chart, POINTS));
    if (request.snapshot() != null) {
      figure.addDensity(request, groups);
    }
    return figure;
  }

  /**
   * Draws one panel of profiles for each particle type.
   *
   * @throws org.jzfof.error.JzfofException if the file cannot be read, or has nothing to draw
   */
  public static Figure of(ProfileRequest request) {
    Fonts.require();
    Figure figure = new Figure(request.height());
    StoredProfiles profiles = StoredProfiles.read(request.file());
    int[] groups = ProfilePanel.largest(profiles, request.largest());
    String few =
        "of the %d largest groups of %s has R200c and a shell of %d particles"
            .formatted(request.largest(), request.file(), ProfilePanel.MIN_PARTICLES);
    for (ProfileTable.OfType type : profiles.table().types()) {
      new ProfilePanel(profiles, type, request.quantity())
          .chart(groups)
          .ifPresentOrElse(
              chart -> figure.panels.add(new Panel(chart, POINTS)),
              () ->
                  figure.warnings.add(
                      "PartType%d is not drawn: none %s".formatted(type.type(), few)));
    }
    if (figure.panels.isEmpty()) {
      throw new CatalogueException(
          "none " + few + ": measure fewer or wider ones, such as jzfof so --profiles=0.1:3:10");
    }
    return figure;
  }

  /**
   * Draws the history of a halo: the masses of its branches, and their mergers.
   *
   * @throws org.jzfof.error.JzfofException if the file cannot be read, or has no such halo
   */
  public static Figure of(TreeRequest request) {
    Fonts.require();
    Figure figure = new Figure(request.height());
    StoredTree tree = StoredTree.read(request.file(), request.halo());
    TreePanels panels = new TreePanels(tree, request.halo(), request.branches());
    figure.panels.add(new Panel(panels.growth(), POINTS));
    figure.panels.add(new Panel(panels.mergers(), POINTS));
    return figure;
  }

  /**
   * Draws the ratio of the masses of matched haloes.
   *
   * @param file file of matches
   * @param height height of the picture in pixels
   * @throws org.jzfof.error.JzfofException if the file cannot be read, or has nothing to draw
   */
  public static Figure ofMatch(Path file, int height) {
    requireHeight(height);
    Fonts.require();
    Figure figure = new Figure(height);
    figure.panels.add(new Panel(new MatchPanel(StoredMatch.read(file)).chart(), POINTS));
    return figure;
  }

  /**
   * Draws a chart with a legend beside it.
   *
   * @param height height of the picture in pixels
   */
  public static Figure ofChart(JFreeChart chart, int height) {
    requireHeight(height);
    Fonts.require();
    Figure figure = new Figure(height);
    figure.panels.add(new Panel(chart, WITH_LEGEND));
    return figure;
  }

  /**
   * Draws charts side by side, the first with a frame of a given shape and the others square.
   *
   * @param aspect width of the frame of the first chart over its height
   * @param warnings warnings for the user
   * @param height height of the picture in pixels
   */
  public static Figure ofCharts(
      List<JFreeChart> charts, double aspect, List<String> warnings, int height) {
    requireHeight(height);
    Fonts.require();
    Figure figure = new Figure(height);
    for (JFreeChart chart : charts) {
      boolean first = figure.panels.isEmpty();
      figure.panels.add(new Panel(chart, first ? width(chart, aspect) : POINTS));
    }
    figure.warnings.addAll(warnings);
    return figure;
  }

  /**
   * Checks the height of a picture in pixels.
   *
   * @throws UsageException if the height is out of range
   */
  public static void requireHeight(int height) {
    if (height < MIN_HEIGHT || height > MAX_HEIGHT) {
      throw new UsageException(
          "--height is %d: give %d to %d pixels".formatted(height, MIN_HEIGHT, MAX_HEIGHT));
    }
  }

  private void addDensity(PlotRequest request, PlottedGroups groups) {
    DensitySlice slice = DensitySlice.of(request);
    slice.warning().ifPresent(warnings::add);
    if (groups.radius() == null && request.density().circles() > 0) {
      warnings.add("the catalogue has no radius of its groups: crosses mark them");
    }
    double aspect = slice.aspect();
    if (!(aspect <= MAX_ASPECT && 1 / aspect <= MAX_ASPECT)) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "the slab is %.3g times as wide as high, at most %d can be drawn: choose another --axis",
              aspect,
              MAX_ASPECT));
    }
    // The frame of the map has the shape of the slab, and the map has the pixels of the frame.
    int width = width(slice.emptyPanel(), aspect);
    Rectangle2D frame = frame(slice.emptyPanel(), width);
    int columns = (int) Math.round(frame.getWidth() * scale);
    int lines = (int) Math.round(frame.getHeight() * scale);
    panels.add(new Panel(slice.panel(columns, lines), width));
  }

  /** Returns the width of a chart whose frame has a given ratio of width and height. */
  private static int width(JFreeChart chart, double aspect) {
    Rectangle2D frame = frame(chart, POINTS);
    return (int) Math.round(POINTS - frame.getWidth() + frame.getHeight() * aspect);
  }

  /** The area inside the axes of a chart. */
  private static Rectangle2D frame(JFreeChart chart, int width) {
    BufferedImage scratch = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = scratch.createGraphics();
    ChartRenderingInfo info = new ChartRenderingInfo();
    chart.draw(g, new Rectangle2D.Double(0, 0, width, POINTS), info);
    g.dispose();
    return info.getPlotInfo().getDataArea();
  }

  /** Warnings for the user. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The figure as a PNG file. */
  public byte[] png() {
    BufferedImage image = image();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // ImageIO's own stream for this would cache its data in a temporary file.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private BufferedImage image() {
    int points = panels.stream().mapToInt(Panel::width).sum();
    int width = (int) Math.round(points * scale);
    int height = (int) Math.round(POINTS * scale);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    g.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, width, height);
    g.scale(scale, scale);
    int x = 0;
    for (Panel panel : panels) {
      panel.chart.draw(g, new Rectangle2D.Double(x, 0, panel.width, POINTS));
      x += panel.width;
    }
    g.dispose();
    return image;
  }
}
