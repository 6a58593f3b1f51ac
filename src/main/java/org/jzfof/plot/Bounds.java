package org.jzfof.plot;

import java.util.Arrays;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The bounding box of particles.
 *
 * @param low lower corner [3]
 * @param high upper corner [3]
 */
public record Bounds(double[] low, double[] high) {
  /**
   * Returns the bounding box of all particles of the given types; there must be at least one
   * particle.
   */
  public static Bounds of(Snapshot snapshot, int[] types) {
    double[] low = new double[3];
    double[] high = new double[3];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    ColumnSink sink =
        block -> {
          double[] x = block.doubles();
          for (int i = 0; i < block.length(); i++) {
            low[i % 3] = Math.min(low[i % 3], x[i]);
            high[i % 3] = Math.max(high[i % 3], x[i]);
          }
        };
    for (int type : types) {
      snapshot.read(ParticleColumn.COORDINATES, type, 0, snapshot.header().counts()[type], sink);
    }
    return new Bounds(low, high);
  }

  /** Side lengths of the box [3]. */
  public double[] side() {
    double[] side = new double[3];
    Arrays.setAll(side, d -> high[d] - low[d]);
    return side;
  }
}
