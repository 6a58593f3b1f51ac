package org.jzfof.backend.cuda;

import org.jzfof.catalogue.MemberList;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/**
 * Groups cut into pieces of a limited number of members, so that a warp has a piece to reduce
 * whatever the size of the group.
 *
 * @param groups number of groups
 * @param count number of pieces
 * @param firstMember I64 [groups+1]
 * @param firstPiece I64 [groups+1]
 */
record Pieces(long groups, long count, DeviceArray firstMember, DeviceArray firstPiece)
    implements AutoCloseable {
  private static final long WARP = 32;

  static Pieces of(
      MemberList members, CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    long groups = members.groups();
    DeviceArray firstMember = memory.upload(members.start());
    try (DeviceArray counts = memory.allocate(ElementType.I32, groups + 1)) {
      kernels.launch("groups", "count_pieces").arg(firstMember).arg(groups).arg(counts).run(groups);
      DeviceArray firstPiece = algorithms.sums(counts);
      return new Pieces(groups, memory.getLong(firstPiece, groups), firstMember, firstPiece);
    }
  }

  /** The structure {@code Ranges} of groups.cu. */
  long[] ranges() {
    return new long[] {groups, CudaArray.address(firstMember), CudaArray.address(firstPiece)};
  }

  /** Threads for a kernel with a warp per piece. */
  long threads() {
    return count * WARP;
  }

  @Override
  public void close() {
    firstMember.close();
    firstPiece.close();
  }
}
