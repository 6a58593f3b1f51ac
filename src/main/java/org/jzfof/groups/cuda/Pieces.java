package org.jzfof.groups.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.groups.MemberList;

/**
 * Groups cut into pieces of a limited number of members, so that a warp has a piece to reduce
 * whatever the size of the group.
 *
 * @param count upper bound of the number of pieces
 * @param firstMember I64 [groups+1], of the member list
 * @param firstPiece I64 [groups+1]
 * @param pieceMembers most members of a piece
 */
public record Pieces(
    long groups, long count, DeviceArray firstMember, DeviceArray firstPiece, long pieceMembers)
    implements AutoCloseable {
  /** Threads of a warp. */
  public static final long WARP = 32;

  // Short pieces keep all multiprocessors busy, long ones are fewer to add up.
  private static final long LEAST_MEMBERS = 256;
  private static final long MOST_MEMBERS = 2048;
  private static final long ENOUGH_PIECES = 1 << 14;

  public static Pieces of(
      MemberList members, CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    long groups = members.groups();
    long each = members.members().length() / ENOUGH_PIECES;
    long pieceMembers = Math.max(LEAST_MEMBERS, Math.min(each, MOST_MEMBERS));
    try (DeviceArray counts = memory.allocate(ElementType.I32, groups + 1)) {
      kernels
          .launch("groups", "count_pieces")
          .arg(members.start())
          .arg(groups)
          .arg(pieceMembers)
          .arg(counts)
          .run(groups);
      // Every group adds at most one piece that is not full: no need to wait for their number.
      long most = groups + members.members().length() / pieceMembers;
      return new Pieces(groups, most, members.start(), algorithms.sums(counts), pieceMembers);
    }
  }

  /** The structure {@code Ranges} of pieces.cuh. */
  public long[] ranges() {
    return new long[] {
      groups, CudaArray.address(firstMember), CudaArray.address(firstPiece), pieceMembers
    };
  }

  /** Threads for a kernel with a warp per piece. */
  public long threads() {
    return count * WARP;
  }

  @Override
  public void close() {
    firstPiece.close();
  }
}
