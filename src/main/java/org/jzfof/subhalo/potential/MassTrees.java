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

/** Computes the potential of a set of masses by a tree over the set. */
public final class MassTrees {
  /** Maximum relative error of the potential of a node that is not opened. */
  public static final double TOLERANCE = 0.02;

  private final DeviceMemory memory;
  private final PotentialKernels kernels;
  private final PotentialKernels.Field field;

  public MassTrees(DeviceMemory memory, PotentialKernels kernels, FixedPoint map) {
    this.memory = memory;
    this.kernels = kernels;
    this.field = PotentialKernels.Field.of(map);
  }

  /**
   * Returns the potential of a set, in integers as those of {@link PotentialSums}.
   *
   * @param row rows of the points of the set, at least one, in the order of {@link
   *     org.jzfof.subhalo.members.PointMortonOrder}
   * @param targets fixed-point positions of the targets [3n]
   * @return potential at each target [n]
   */
  public long[] potentials(
      PointMasses points, int[] row, int[] targets, Softening softening, double scale) {
    try (DeviceArray start = memory.upload(new long[] {0, row.length});
        PotentialTree sources = withoutLevels(start, points, row, softening);
        DeviceArray one = memory.upload(new int[1]);
        PotentialTree tree = kernels.tree(sources, field.cell(), one)) {
      return kernels.potentialsByTree(tree, field, targets, TOLERANCE, scale);
    }
  }

  /** Returns points as the only group of a tree without levels. */
  private PotentialTree withoutLevels(
      DeviceArray start, PointMasses points, int[] row, Softening softening) {
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
      DeviceArray length = made.add(memory.upload(new double[] {softening.length()}));
      return made.keep(
          new PotentialTree(
              start, length, position[0], position[1], position[2], masses, List.of()));
    }
  }
}
