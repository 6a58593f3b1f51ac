package org.jzfof.plot;

import java.awt.Color;
import org.jfree.chart.renderer.PaintScale;

/**
 * A colour scale from dark to light, whose order is visible in black and white as well.
 *
 * @param low value of the darkest colour
 * @param high value of the lightest colour
 */
record ColourScale(double low, double high) implements PaintScale {
  private static final int[][] COLOURS = {
    {4, 5, 18},
    {24, 22, 76},
    {80, 34, 122},
    {152, 46, 118},
    {220, 82, 82},
    {250, 148, 66},
    {254, 212, 128},
    {255, 252, 236}
  };

  @Override
  public double getLowerBound() {
    return low;
  }

  @Override
  public double getUpperBound() {
    return high;
  }

  @Override
  public Color getPaint(double value) {
    return new Color(rgb(value));
  }

  /** The colour as 0xRRGGBB. */
  int rgb(double value) {
    double t = Math.max(0, Math.min(1, (value - low) / (high - low))) * (COLOURS.length - 1);
    int i = Math.min((int) t, COLOURS.length - 2);
    int rgb = 0;
    for (int c = 0; c < 3; c++) {
      double mixed = COLOURS[i][c] + (t - i) * (COLOURS[i + 1][c] - COLOURS[i][c]);
      rgb = rgb << 8 | (int) Math.round(mixed);
    }
    return rgb;
  }
}
