package org.jzfof.groups.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.groups.ExactSums;
import org.jzfof.groups.GroupReference;
import org.jzfof.groups.MemberSums;
import org.jzfof.groups.SumColumns;

/**
 * References and sums of groups on the GPU, each by one reduction over pieces and one over groups.
 */
final class CudaMemberSums implements MemberSums {
  private static final String MODULE = "group_sums";

  /**
   * Threads per block of the sums: few, since pieces differ in length and the kernel uses many
   * registers.
   */
  private static final int SUM_BLOCK = 64;

  private final Columns columns;
  private final Pieces pieces;
  private final SumColumns layout;
  private final Magnitudes magnitudes;
  private final CudaKernels kernels;
  private final CudaMemory memory;

  /**
   * @param columns device columns of the members, closed with this object
   * @param pieces pieces of the same members, closed with this object
   * @param magnitudes largest values of the particles
   */
  CudaMemberSums(
      Columns columns,
      Pieces pieces,
      SumColumns layout,
      Magnitudes magnitudes,
      CudaKernels kernels,
      CudaMemory memory) {
    this.columns = columns;
    this.pieces = pieces;
    this.layout = layout;
    this.magnitudes = magnitudes;
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public DeviceArray references() {
    long groups = pieces.groups();
    DeviceArray references = memory.allocate(ElementType.I64, GroupReference.LONGS * groups);
    boolean common = GroupReference.commonUnits(magnitudes);
    try (DeviceArray pieceId = memory.allocate(ElementType.I64, pieces.count());
        DeviceArray piecePoint = memory.allocate(ElementType.I32, pieces.count());
        DeviceArray exponents = memory.allocate(ElementType.I32, common ? 0 : 2 * pieces.count())) {
      kernels
          .launch(MODULE, "reference_of_pieces")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg(common ? 1 : 0)
          .arg(pieceId)
          .arg(piecePoint)
          .arg(exponents)
          .run(pieces.threads());
      kernels
          .launch(MODULE, "reference_of_groups")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg(common ? 1 : 0)
          .arg(GroupReference.exponentAbove(magnitudes.largestMass()))
          .arg(GroupReference.exponentAbove(magnitudes.largestSpeed()))
          .arg(pieceId)
          .arg(piecePoint)
          .arg(exponents)
          .arg(references)
          .run(groups);
    }
    return references;
  }

  @Override
  public DeviceArray sums(DeviceArray references) {
    long groups = pieces.groups();
    DeviceArray sums = memory.allocate(ElementType.I64, groups * layout.width());
    try (DeviceArray ofPieces = memory.allocate(ElementType.I64, pieces.count() * layout.width())) {
      kernels
          .launch(MODULE, "sum_pieces")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg((long) layout.slots())
          .arg(references)
          .arg(ofPieces)
          .run(pieces.threads(), SUM_BLOCK);
      kernels
          .launch(MODULE, "sum_groups")
          .struct(pieces.ranges())
          .arg(ofPieces)
          .arg((long) layout.width() / ExactSums.LONGS)
          .arg(sums)
          .run(groups * Pieces.WARP);
    }
    return sums;
  }

  @Override
  public DeviceArray enclosingRadii(DeviceArray references, DeviceArray sums, FixedPoint map) {
    DeviceArray radii = memory.zeros(ElementType.F64, pieces.groups());
    kernels
        .launch(MODULE, "farthest_of_pieces")
        .struct(columns.struct())
        .struct(pieces.ranges())
        .arg((long) layout.slots())
        .arg(references)
        .arg(sums)
        .struct(CudaParticleKernels.structOf(map))
        .arg(radii)
        .run(pieces.threads());
    return radii;
  }

  @Override
  public void close() {
    pieces.close();
    columns.close();
  }
}
