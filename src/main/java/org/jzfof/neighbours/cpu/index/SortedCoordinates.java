package org.jzfof.neighbours.cpu.index;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cpu.CpuParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;

/**
 * Points in Morton order, with their coordinates in the precision in which they were read. Long
 * runs of points that share a fixed-point position are sorted by coordinates, then by rows.
 *
 * @param xyz F32 or F64 [3n] coordinates in the same order
 * @param crowds long runs of points that share a fixed-point position, but not all their
 *     coordinates
 */
public record SortedCoordinates(
    SortedPoints points, DeviceArray xyz, List<CoincidentPointSets.Range> crowds)
    implements AutoCloseable {
  /** Largest number of coincident points that may stay unsorted. */
  public static final int MAX_RUN = 16;

  private static final int DEPTH = 21;

  public static SortedCoordinates of(Coordinates of, FixedPoint map, CpuMemory memory) {
    CpuParticleKernels kernels = new CpuParticleKernels(memory);
    SortedPoints points =
        kernels.mortonSort(kernels.quantise(map, of.xyz()), of.count(), DEPTH, MAX_RUN);
    try (Scope made = new Scope()) {
      made.add(points);
      List<CoincidentPointSets.Range> crowds = orderCoincident(points, new RealArray(of.xyz()));
      DeviceArray xyz = kernels.gather(of.xyz(), 3, points.row());
      return made.keep(new SortedCoordinates(points, xyz, crowds));
    }
  }

  private static List<CoincidentPointSets.Range> orderCoincident(
      SortedPoints points, RealArray coordinates) {
    List<CoincidentPointSets.Range> crowds = new ArrayList<>();
    int n = (int) points.count();
    for (int i = 0; i + MAX_RUN < n; i++) {
      if (samePosition(points, i, i + MAX_RUN)) {
        int end = i + MAX_RUN + 1;
        while (end < n && samePosition(points, i, end)) {
          end++;
        }
        if (orderByCoordinates(ints(points.row()), i, end, coordinates)) {
          crowds.add(new CoincidentPointSets.Range(i, end));
        }
        i = end - 1;
      }
    }
    return crowds;
  }

  private static boolean samePosition(SortedPoints points, int i, int j) {
    return ints(points.x())[i] == ints(points.x())[j]
        && ints(points.y())[i] == ints(points.y())[j]
        && ints(points.z())[i] == ints(points.z())[j];
  }

  /**
   * Sorts the rows of points [from, to) by coordinates, and returns whether the coordinates differ.
   */
  private static boolean orderByCoordinates(int[] row, int from, int to, RealArray coordinates) {
    boolean same = true;
    for (int i = from + 1; same && i < to; i++) {
      for (int d = 0; d < 3; d++) {
        same &= coordinates.get(3 * row[i] + d) == coordinates.get(3 * row[from] + d);
      }
    }
    if (!same) {
      Comparator<Integer> byX = Comparator.comparingDouble(r -> coordinates.get(3 * r));
      int[] ordered =
          IntStream.range(from, to)
              .mapToObj(i -> row[i])
              .sorted(
                  byX.thenComparingDouble(r -> coordinates.get(3 * r + 1))
                      .thenComparingDouble(r -> coordinates.get(3 * r + 2))
                      .thenComparing(r -> r))
              .mapToInt(r -> r)
              .toArray();
      System.arraycopy(ordered, 0, row, from, to - from);
    }
    return !same;
  }

  public int count() {
    return (int) points.count();
  }

  @Override
  public void close() {
    points.close();
    xyz.close();
  }
}
