package org.jzfof.groups.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.groups.MemberList;

/**
 * Groups divided into pieces of a limited number of members, so that each warp reduces one piece
 * whatever the sizes of the groups.
 *
 * @param count upper bound of the number of pieces
 * @param firstMember I64 [groups+1] first member of each group in the member list
 * @param firstPiece I64 [groups+1] first piece of each group
 * @param pieceMembers maximum number of members per piece
 */
public record Pieces(
    long groups, long count, DeviceArray firstMember, DeviceArray firstPiece, long pieceMembers)
    implements AutoCloseable {
  /** Threads of a warp. */
  public static final long WARP = 32;

  // Short pieces keep all multiprocessors busy; long pieces give fewer partial sums.
  private static final long MIN_MEMBERS = 256;
  private static final long MAX_MEMBERS = 2048;
  private static final long ENOUGH_PIECES = 1 << 14;

  public static Pieces of(
      MemberList members, CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    long groups = members.groups();
    long each = members.members().length() / ENOUGH_PIECES;
    long pieceMembers = Math.max(MIN_MEMBERS, Math.min(each, MAX_MEMBERS));
    try (DeviceArray counts = memory.allocate(ElementType.I32, groups + 1)) {
      kernels
          .launch("groups", "count_pieces")
          .arg(members.start())
          .arg(groups)
          .arg(pieceMembers)
          .arg(counts)
          .run(groups);
      // Every group has at most one piece that is not full, so that the GPU's count is not needed.
      long maximum = groups + members.members().length() / pieceMembers;
      return new Pieces(
          groups, maximum, members.start(), algorithms.prefixSums(counts), pieceMembers);
    }
  }

  /** Returns the structure {@code Ranges} of pieces.cuh. */
  public long[] ranges() {
    return new long[] {
      groups, CudaArray.address(firstMember), CudaArray.address(firstPiece), pieceMembers
    };
  }

  /** Returns the number of threads of a kernel with a warp per piece. */
  public long threads() {
    return count * WARP;
  }

  @Override
  public void close() {
    firstPiece.close();
  }
}
