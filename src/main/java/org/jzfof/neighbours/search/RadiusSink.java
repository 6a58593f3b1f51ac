package org.jzfof.neighbours.search;

import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;

/**
 * Stores radii. A float64 radius is stored without change. A float32 radius is a rounded number and
 * includes every distance that is rounded to it or to a smaller number. So with float32 distances
 * of {@code jzfof knn} as radii each query finds the neighbours at these distances, although half
 * of the distances are rounded down.
 *
 * @param radii receives the radii
 */
public record RadiusSink(double[] radii) implements ColumnSink {
  @Override
  public void accept(ColumnBlock block) {
    double[] values = block.doubles();
    boolean rounded = block.values() instanceof float[];
    for (int i = 0; i < block.count(); i++) {
      radii[(int) block.row() + i] = rounded ? reach((float) values[i]) : values[i];
    }
  }

  /**
   * The largest double that is rounded to a float. The result for 0 and for values that are no
   * valid lengths is the value itself.
   */
  private static double reach(float radius) {
    if (!(radius > 0 && radius < Float.MAX_VALUE)) {
      return radius;
    }
    double half = 0.5 * ((double) radius + Math.nextUp(radius)); // exact, rounded to even
    return (float) half == radius ? half : Math.nextDown(half);
  }
}
