package org.jzfof.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.text.AttributedString;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.LogTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/**
 * A logarithmic axis with minor ticks at 2, 3, ... 9 between the decades, which LogAxis does not
 * draw.
 */
final class DecadeAxis extends LogAxis {
  private static final long serialVersionUID = 1L;

  @Override
  public List<?> refreshTicks(Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
    List<LogTick> ticks = new ArrayList<>();
    for (Object tick : super.refreshTicks(g, state, area, edge)) {
      if (((LogTick) tick).getTickType() == TickType.MAJOR) {
        ticks.add((LogTick) tick);
      }
    }
    AttributedString nothing = new AttributedString(" ");
    double low = getRange().getLowerBound();
    double high = getRange().getUpperBound();
    for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade < high; decade *= 10) {
      for (int digit = 2; digit < 10; digit++) {
        double value = digit * decade;
        if (value > low && value < high) {
          ticks.add(new LogTick(TickType.MINOR, value, nothing, TextAnchor.CENTER));
        }
      }
    }
    return ticks;
  }
}
