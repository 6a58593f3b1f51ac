package org.jzfof.subhalo.cuda;

import java.util.Arrays;
import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.Softening;
import org.jzfof.centres.cuda.CudaPotentialKernels;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.cuda.Pieces;

/**
 * The kernel that sums potentials over all pairs of many sets of members: a warp has 32 targets and
 * a piece of the sources.
 *
 * @param position I32 fixed-point coordinates of all members [3m]
 * @param mass F64 [m]
 * @param field as from {@link #field}
 */
record CudaPairSums(
    CudaKernels kernels,
    CudaMemory memory,
    DeviceArray position,
    DeviceArray mass,
    double[] field) {
  private static final String STAGE = "potential_sums";

  /** Number of longs of a structure {@code Request} of potential_sums.cu. */
  private static final int REQUEST = 7;

  /** Number of targets of a warp. */
  private static final long TILE = 32;

  /** Maximum number of sources that a warp sums up. */
  private static final long PIECE = 1 << 12;

  /**
   * Potentials of one set: offsets of its sources and targets in a list of rows, and of the depths
   * of its targets in a list of depths.
   *
   * @param softening softening of the potential of the sources
   * @param scale factor of the terms; below 0 to subtract them
   */
  record Request(
      long sources,
      long sourceCount,
      long targets,
      long targetCount,
      long depths,
      Softening softening,
      double scale) {
    private long warps() {
      return (targetCount + TILE - 1) / TILE * ((sourceCount + PIECE - 1) / PIECE);
    }
  }

  /**
   * Returns the fields of the structure {@code Field}. Sides are infinite, as differences of
   * fixed-point coordinates wrap by themselves.
   */
  static double[] field(FixedPoint map) {
    double[] sides = new double[3];
    Arrays.fill(sides, Double.POSITIVE_INFINITY);
    return CudaPotentialKernels.structOf(new PotentialKernels.Field(map.cell(), sides));
  }

  /**
   * Adds potentials to depths.
   *
   * @param requests at least one
   * @param rows I32 members
   * @param depth I64
   */
  void add(List<Request> requests, DeviceArray rows, DeviceArray depth) {
    int count = requests.size();
    long[] firstWarp = ArrayParts.offsets(count, q -> requests.get(q).warps());
    long[] table = new long[REQUEST * count];
    for (int q = 0; q < count; q++) {
      Request request = requests.get(q);
      table[REQUEST * q] = request.sources;
      table[REQUEST * q + 1] = request.sourceCount;
      table[REQUEST * q + 2] = request.targets;
      table[REQUEST * q + 3] = request.targetCount;
      table[REQUEST * q + 4] = request.depths;
      table[REQUEST * q + 5] = Double.doubleToRawLongBits(request.scale);
      table[REQUEST * q + 6] = Double.doubleToRawLongBits(request.softening.length());
    }
    try (DeviceArray requested = memory.upload(table);
        DeviceArray warps = memory.upload(firstWarp)) {
      kernels
          .launch(STAGE, "add_pairs")
          .arg(position)
          .arg(mass)
          .struct(field)
          .arg(rows)
          .arg(requested)
          .arg(warps)
          .arg((long) count)
          .arg(PIECE)
          .arg(depth)
          .run(firstWarp[count] * Pieces.WARP);
    }
  }
}
