package org.jzfof.subhalo.potential;

import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.threads.Parallel;

/** The potential of sets of masses by a tree over each. */
public final class MassTrees {
  /** Error of a node over its potential up to which it is not opened. */
  public static final double TOLERANCE = 0.02;

  private final DeviceMemory memory;
  private final PotentialKernels kernels;
  private final PotentialKernels.Field field;

  /**
   * @param memory of the backend of the kernels
   * @param map fixed-point map of all places
   */
  public MassTrees(
      DeviceMemory memory, PotentialKernels kernels, FixedPoint map, Softening softening) {
    this.memory = memory;
    this.kernels = kernels;
    this.field = PotentialKernels.Field.of(map, softening);
  }

  /**
   * The potential of a set, in integers as {@link PotentialSums} has them.
   *
   * @param row points of the set, at least one, in the order of {@link
   *     org.jzfof.subhalo.members.PointMortonOrder}
   * @param targets fixed-point coordinates of places where it is wanted [3n]
   * @return at each of them [n]
   */
  public long[] potentials(PointMasses points, int[] row, int[] targets, double scale) {
    try (DeviceArray start = memory.upload(new long[] {0, row.length});
        PotentialTree sources = withoutLevels(start, points, row);
        DeviceArray one = memory.upload(new int[1]);
        PotentialTree tree = kernels.tree(sources, field.cell(), one)) {
      return kernels.potentialsByTree(tree, field, targets, TOLERANCE, scale);
    }
  }

  /** Points as the only group of a tree. */
  private PotentialTree withoutLevels(DeviceArray start, PointMasses points, int[] row) {
    try (Scope made = new Scope()) {
      DeviceArray[] position = new DeviceArray[3];
      for (int d = 0; d < 3; d++) {
        int dimension = d;
        int[] column = new int[row.length];
        Parallel.forEach(
            row.length, Parallel.GRAIN, i -> column[i] = points.position()[3 * row[i] + dimension]);
        position[d] = made.add(memory.upload(column));
      }
      double[] mass = new double[row.length];
      Parallel.forEach(row.length, Parallel.GRAIN, i -> mass[i] = points.mass()[row[i]]);
      DeviceArray masses = made.add(memory.upload(mass));
      return made.keep(
          new PotentialTree(start, position[0], position[1], position[2], masses, List.of()));
    }
  }
}
