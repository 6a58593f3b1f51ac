package org.jzfof.centres.cuda;

import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;

/**
 * Finds the members of groups that may be deepest in their potential, from all pairs. For very long
 * groups all members stay candidates, for the tree.
 */
final class CudaLikelyMembers {
  private static final String STAGE = "likely";
  private static final long WARP = 32;

  /**
   * Maximum length of a group whose pairs are all computed; beyond about this length the tree is
   * faster.
   */
  private static final long MAX_PAIRS_LENGTH = 1 << 18;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final PotentialKernels potential;

  CudaLikelyMembers(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      PotentialKernels potential) {
    this.potential = potential;
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /** As {@link PotentialKernels#likely}. */
  DeviceArray of(PotentialTree tree, PotentialKernels.Field field, int[] spanning) {
    long members = tree.members();
    int groups = tree.groups();
    long[] treeStruct = CudaPotentialKernels.structOf(tree);
    double[] fieldStruct = CudaPotentialKernels.structOf(field);
    try (DeviceArray upper = memory.allocate(ElementType.F32, members);
        DeviceArray firstTile = firstTiles(treeStruct, groups, spanning);
        DeviceArray best = memory.zeros(ElementType.I64, groups);
        DeviceArray lowerBound = memory.allocate(ElementType.F64, groups);
        DeviceArray bits = algorithms.bits(members)) {
      kernels.launch(STAGE, "fill_bounds").arg(upper).arg(members).run(members);
      long tiles = last(firstTile);
      kernels
          .launch(STAGE, "bound_by_pairs")
          .struct(treeStruct)
          .struct(fieldStruct)
          .arg(firstTile)
          .arg(tiles)
          .arg(upper)
          .arg(best)
          .run(tiles * WARP);
      kernels
          .launch(STAGE, "potential_of_best")
          .struct(treeStruct)
          .struct(fieldStruct)
          .arg(firstTile)
          .arg(best)
          .arg(lowerBound)
          .run(groups * WARP);
      kernels
          .launch(STAGE, "mark_likely")
          .struct(treeStruct)
          .arg(upper)
          .arg(lowerBound)
          .arg(bits)
          .run(members);
      try (DeviceArray likely = algorithms.indices(bits, 0)) {
        return deepest(tree, field, firstTile, likely);
      }
    }
  }

  /** Reduces the candidates by sums over all pairs in double precision. */
  private DeviceArray deepest(
      PotentialTree tree, PotentialKernels.Field field, DeviceArray firstTile, DeviceArray likely) {
    long count = likely.length();
    try (DeviceArray bounds = memory.allocate(ElementType.F64, PotentialKernels.BOUND * count)) {
      kernels
          .launch(STAGE, "bound_likely")
          .struct(CudaPotentialKernels.structOf(tree))
          .struct(CudaPotentialKernels.structOf(field))
          .arg(firstTile)
          .arg(likely)
          .arg(count)
          .arg(bounds)
          .run(count * WARP);
      try (DeviceArray deepest = potential.deepest(tree, likely, bounds)) {
        return potential.candidates(tree, likely, bounds, deepest);
      }
    }
  }

  private DeviceArray firstTiles(long[] treeStruct, int groups, int[] spanning) {
    DeviceArray tiles = memory.allocate(ElementType.I64, groups + 1L);
    try (DeviceArray spanningGroups = memory.upload(spanning)) {
      kernels
          .launch(STAGE, "count_tiles")
          .struct(treeStruct)
          .arg(MAX_PAIRS_LENGTH)
          .arg(spanningGroups)
          .arg((long) spanning.length)
          .arg(tiles)
          .run(groups + 1L);
    }
    algorithms.prefixSumsInPlace(tiles);
    return tiles;
  }

  private long last(DeviceArray sums) {
    try (DeviceArray end = memory.slice(sums, sums.length() - 1, 1)) {
      return memory.toLongs(end)[0];
    }
  }
}
