package org.jzfof.backend.cuda;

import org.jzfof.catalogue.MemberList;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/**
 * Groups cut into pieces of a limited number of members, so that a warp has a piece to reduce
 * whatever the size of the group.
 *
 * @param groups number of groups
 * @param count upper bound of the number of pieces
 * @param firstMember I64 [groups+1], of the member list
 * @param firstPiece I64 [groups+1]
 */
record Pieces(long groups, long count, DeviceArray firstMember, DeviceArray firstPiece)
    implements AutoCloseable {
  private static final long WARP = 32;
  private static final long MEMBERS = 2048; // as in groups.cu

  static Pieces of(
      MemberList members, CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    long groups = members.groups();
    try (DeviceArray counts = memory.allocate(ElementType.I32, groups + 1)) {
      kernels
          .launch("groups", "count_pieces")
          .arg(members.start())
          .arg(groups)
          .arg(counts)
          .run(groups);
      // Every group adds at most one piece that is not full: no need to wait for their number.
      long most = groups + members.members().length() / MEMBERS;
      return new Pieces(groups, most, members.start(), algorithms.sums(counts));
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
    firstPiece.close();
  }
}
