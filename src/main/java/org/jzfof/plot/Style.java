package org.jzfof.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.font.TextAttribute;
import java.text.AttributedString;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.annotations.XYTitleAnnotation;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.block.ColumnArrangement;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;

/**
 * Appearance of all panels: fonts, axes, colours. Sizes are in points of a panel 800 points high.
 */
public final class Style {
  public static final Color INK = new Color(30, 30, 36);
  public static final Color GRID = new Color(222, 222, 226);
  private static final Color[] LINES = {
    new Color(152, 46, 118),
    new Color(38, 110, 170),
    new Color(222, 120, 20),
    new Color(60, 140, 70),
    new Color(120, 90, 200),
    new Color(170, 130, 40),
    new Color(200, 60, 60),
    new Color(40, 150, 160)
  };

  static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 20);
  public static final Font TICK = new Font(Font.SANS_SERIF, Font.PLAIN, 16);
  public static final Font CAPTION = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
  static final Font TITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 19);

  public static final BasicStroke THIN = new BasicStroke(1);
  public static final BasicStroke LINE = new BasicStroke(2);
  public static final BasicStroke THICK = new BasicStroke(3.5f);
  public static final BasicStroke DASHED =
      new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {9, 5}, 0);

  /** Space for the axis below the frame of a panel. */
  static final int BELOW = 64;

  /** Distance of a legend from the frame, as a fraction of the side of the frame. */
  private static final double MARGIN = 0.02;

  private static final int MAX_DECADES = 8;

  /** Margin of a logarithmic axis around the values, in decades. */
  private static final double EDGE = 0.06;

  private Style() {}

  /** Returns the colour of a line, by its number from 0; there are eight. */
  public static Color line(int number) {
    return LINES[number % LINES.length];
  }

  /** Creates a white panel that is framed by its axes. */
  public static JFreeChart panel(XYPlot plot, String title) {
    AxisSpace below = new AxisSpace();
    below.setBottom(BELOW);
    plot.setFixedDomainAxisSpace(below);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    return titled(plot, title);
  }

  /** Creates a white panel of bars. */
  public static JFreeChart panel(CategoryPlot plot, String title) {
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    return titled(plot, title);
  }

  private static JFreeChart titled(Plot plot, String title) {
    JFreeChart chart = new JFreeChart(null, LABEL, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(14, 14, 10, 22));
    TextTitle text = new TextTitle(title, TITLE);
    text.setPaint(INK);
    text.setPadding(0, 0, 8, 0);
    chart.setTitle(text);
    plot.setOutlinePaint(INK);
    plot.setOutlineStroke(new BasicStroke(1.2f));
    return chart;
  }

  /** Adds a legend of all series to the right of the frame. */
  public static void legendBeside(JFreeChart chart) {
    LegendTitle legend =
        new LegendTitle(
            (LegendItemSource) chart.getPlot(), new ColumnArrangement(), new ColumnArrangement());
    addLegend(chart, legend, RectangleEdge.RIGHT);
  }

  /** Adds a legend of all series below the frame, side by side. */
  public static void legendBelow(JFreeChart chart) {
    addLegend(chart, new LegendTitle((LegendItemSource) chart.getPlot()), RectangleEdge.BOTTOM);
  }

  private static void addLegend(JFreeChart chart, LegendTitle legend, RectangleEdge edge) {
    legend.setItemFont(TICK);
    legend.setItemPaint(INK);
    legend.setItemLabelPadding(new RectangleInsets(3, 4, 3, 4));
    legend.setPosition(edge);
    legend.setPadding(4, 12, 4, 6);
    chart.addSubtitle(legend);
  }

  /** Sets a white background with lines at the labels of the axes. */
  public static void grid(XYPlot plot) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
  }

  /** Adds a line of small text below the title. */
  public static void caption(JFreeChart chart, String text) {
    TextTitle caption = new TextTitle(text, CAPTION);
    caption.setPaint(INK);
    caption.setPadding(0, 0, 8, 0);
    chart.getTitle().setPadding(0, 0, 2, 0);
    chart.addSubtitle(0, caption);
  }

  /** Adds a legend of all series in a corner of a frame. */
  public static void legend(XYPlot plot, RectangleAnchor corner) {
    LegendTitle legend = new LegendTitle(plot, new ColumnArrangement(), new ColumnArrangement());
    legend.setItemFont(TICK);
    legend.setItemPaint(INK);
    legend.setItemLabelPadding(new RectangleInsets(3, 4, 3, 4));
    legend.setBackgroundPaint(Color.WHITE);
    legend.setFrame(new BlockBorder(GRID));
    legend.setPadding(4, 6, 4, 6);
    boolean right = corner == RectangleAnchor.TOP_RIGHT || corner == RectangleAnchor.BOTTOM_RIGHT;
    boolean top = corner == RectangleAnchor.TOP_RIGHT || corner == RectangleAnchor.TOP_LEFT;
    double x = right ? 1 - MARGIN : MARGIN;
    double y = top ? 1 - MARGIN : MARGIN;
    x = inRange(plot.getDomainAxis(), x);
    y = inRange(plot.getRangeAxis(), y);
    plot.addAnnotation(new XYTitleAnnotation(x, y, legend, corner));
  }

  /**
   * Converts a fraction of an axis to the fraction of its range of values, by which JFreeChart
   * positions titles.
   */
  private static double inRange(ValueAxis axis, double part) {
    if (!(axis instanceof LogAxis)) {
      return part;
    }
    Range range = axis.getRange();
    double ratio = range.getUpperBound() / range.getLowerBound();
    return (Math.pow(ratio, part) - 1) / (ratio - 1);
  }

  /** Sets fonts and ticks of an axis. */
  public static <T extends ValueAxis> T axis(T axis) {
    axis.setLabelFont(LABEL);
    axis.setLabelPaint(INK);
    axis.setTickLabelFont(TICK);
    axis.setTickLabelPaint(INK);
    axis.setTickMarkPaint(INK);
    axis.setAxisLinePaint(INK);
    axis.setTickMarkOutsideLength(6);
    axis.setTickLabelInsets(new RectangleInsets(8, 9, 2, 9));
    axis.setTickMarkStroke(new BasicStroke(1.2f));
    axis.setLabelInsets(new RectangleInsets(6, 6, 4, 4));
    return axis;
  }

  /** Creates a linear axis over a range, with about five labels. */
  public static NumberAxis linearAxis(double low, double high) {
    NumberAxis axis = axis(new NumberAxis());
    axis.setRange(low, high);
    double rough = (high - low) / 5;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10;
    int digits = (int) Math.max(0, -Math.floor(Math.log10(step * power)));
    DecimalFormat format = new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMinimumFractionDigits(digits);
    axis.setTickUnit(new NumberTickUnit(step * power, format));
    return axis;
  }

  /**
   * Creates a logarithmic axis with labels such as 10 to the power of 12, one per decade.
   *
   * @param low lower end of the values
   * @param high upper end of the values; the axis is extended until it has two labels
   */
  public static LogAxis logAxis(AttributedString label, double low, double high) {
    LogAxis axis = axis(new DecadeAxis());
    axis.setBaseSymbol("10");
    axis.setBaseFormatter(new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setMinorTickMarksVisible(true);
    axis.setMinorTickMarkOutsideLength(3.5f);
    axis.setAttributedLabel(label);
    DecimalFormat exponent = new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    int step = 1 + (int) (Math.log10(high / low) / MAX_DECADES);
    axis.setTickUnit(new NumberTickUnit(step, exponent));
    double first = Math.log10(low);
    double last = Math.log10(high);
    if (Math.floor(last) - Math.ceil(first) < 1) {
      first = Math.floor(first);
      last = Math.max(Math.ceil(last), first + 1);
    }
    axis.setRange(Math.pow(10, first - EDGE), Math.pow(10, last + EDGE));
    return axis;
  }

  /** Parses text in which ^{...} is raised and _{...} lowered. */
  public static AttributedString text(String marked) {
    StringBuilder plain = new StringBuilder();
    int[] script = new int[marked.length()];
    int shift = 0;
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      boolean opens = i + 1 < marked.length() && marked.charAt(i + 1) == '{';
      if ((c == '^' || c == '_') && opens) {
        shift = c == '^' ? 1 : -1;
        i++;
      } else if (c == '}') {
        shift = 0;
      } else {
        script[plain.length()] = shift;
        plain.append(c);
      }
    }
    AttributedString text = new AttributedString(plain.toString());
    text.addAttribute(TextAttribute.FONT, LABEL);
    for (int i = 0; i < plain.length(); i++) {
      if (script[i] != 0) {
        Integer value =
            script[i] > 0 ? TextAttribute.SUPERSCRIPT_SUPER : TextAttribute.SUPERSCRIPT_SUB;
        text.addAttribute(
            TextAttribute.FONT,
            LABEL.deriveFont(Map.of(TextAttribute.SUPERSCRIPT, value)),
            i,
            i + 1);
      }
    }
    return text;
  }
}
