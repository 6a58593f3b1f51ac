package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.threads.ParallelLoops;

/** What is seen of columns on the device against {@link ValueRange}, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class ColumnRangeTest {
  private static final int ROWS = 200_000;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  /** Values over many powers of two, of which a third are 0 or -0. */
  private static double[] values(int width, boolean signed) {
    SplittableRandom random = new SplittableRandom(width);
    double[] values = new double[width * ROWS];
    for (int i = 0; i < values.length; i++) {
      double value = random.nextDouble() * Math.scalb(1.0, random.nextInt(-140, 120));
      value = i / width % 3 == 0 ? 0.0 : value;
      values[i] = (float) (signed && random.nextBoolean() ? -value : value);
    }
    return values;
  }

  private DeviceArray upload(boolean wide, double[] values) {
    if (wide) {
      return backend.memory().upload(values);
    }
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return backend.memory().upload(floats);
  }

  @Test
  void rangesAreThoseOfTheHost() {
    for (int width : new int[] {1, 3}) {
      for (boolean wide : new boolean[] {false, true}) {
        double[] values = values(width, width == 3);
        try (DeviceArray column = upload(wide, values)) {
          for (int[] rows : new int[][] {{0, ROWS}, {17, 0}, {3, 1}, {1, 31}, {70_001, 99_999}}) {
            ValueRange expected = new ValueRange(width, width == 3);
            expected.add(values, rows[0], rows[1]);
            ColumnRange found =
                backend.particles().range(column, width, width == 3, rows[0], rows[1]);
            assertEquals(
                new ColumnRange(expected.largest(), expected.smallest(), ColumnRange.NONE), found);
          }
        }
      }
    }
  }

  @Test
  void theFirstFault() {
    for (int width : new int[] {1, 3}) {
      for (double fault : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, -1}) {
        for (int row : new int[] {5, 31, 32, 65_536, ROWS - 1}) {
          double[] values = values(width, false);
          values[width * row + width - 1] = fault;
          values[width * (ROWS - 1)] = Double.NaN;
          try (DeviceArray column = upload(row % 2 == 0, values)) {
            ParticleKernels kernels = backend.particles();
            assertEquals(row - 5, kernels.range(column, width, false, 5, ROWS - 5).fault());
            assertEquals(
                fault == -1 ? ROWS - 1 - 5 : row - 5,
                kernels.range(column, width, true, 5, ROWS - 5).fault());
          }
        }
      }
    }
  }
}
