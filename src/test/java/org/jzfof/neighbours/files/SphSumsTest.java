package org.jzfof.neighbours.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostColumns;
import org.jzfof.device.HostMemory;

class SphSumsTest {
  /** Densities at queries with k neighbours each. */
  static HostColumn densities(int k, double[] distance, IntToDoubleFunction mass) {
    HostColumn distances = HostColumns.of(distance);
    RowLengths lengths = RowLengths.same(distance.length / k, k);
    NeighbourBlock block = new NeighbourBlock(0, 0, null, lengths, null, null, distances);
    return new SphSums(block, SphKernel.CUBIC, mass, ElementType.F64, new HostMemory()).densities();
  }

  /** The integral of W over its support is 1. */
  @Test
  void theKernelIsNormalised() {
    int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double u = (i + 0.5) / steps;
      sum += 4 * Math.PI * u * u * SphKernel.CUBIC.shape(u) / steps;
    }
    assertEquals(1, 8 / Math.PI * sum, 1e-8);
  }

  @Test
  void theKernelIsSmoothWhereItsPartsMeet() {
    assertEquals(1, SphKernel.CUBIC.shape(0));
    assertEquals(0.25, SphKernel.CUBIC.shape(0.5), 1e-15);
    assertEquals(0.25, SphKernel.CUBIC.shape(0.5 + 1e-12), 1e-10);
    assertEquals(0, SphKernel.CUBIC.shape(1));
  }

  @Test
  void rowsOfWeightedNeighbours() {
    double none = Double.POSITIVE_INFINITY;
    double[] distance = {0, 1, 2, 0, 2, none, 0, 0, 0, none, none, none};
    double[] mass = {3, 5, 7, 2, 4, 99, 1, 1, 1, 1, 1, 1};
    double norm = 8 / (Math.PI * 8);
    assertArrayEquals(
        new double[] {norm * (3 + 5 * 0.25), norm * 2, Double.POSITIVE_INFINITY, 0},
        HostColumns.doubles(densities(3, distance, i -> mass[i])),
        1e-15);
  }
}
