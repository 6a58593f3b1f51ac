package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Finds the denser members among the nearest members of each member ({@link
 * DensityKernels#denser}), for a group on several ranks. Each rank links its local members, after
 * it has fetched nearby members of other ranks. A rank with few members sends them to the rank that
 * has the most.
 */
final class DistributedLinks {
  private static final int DENSER = 2;

  private final Communicator comm;
  private final FixedPoint map;
  private final DensityKernels kernels;

  private DistributedLinks(Communicator comm, FixedPoint map, DensityKernels kernels) {
    this.comm = comm;
    this.map = map;
    this.kernels = kernels;
  }

  /**
   * Finds the links; every rank calls it.
   *
   * @return numbers, among the members of all ranks, of the denser members of each member of this
   *     rank, or {@link SubhaloMembers#NONE} [2m]
   */
  static int[] denser(DistributedMembers members, DensityKernels kernels) {
    return new DistributedLinks(members.comm(), members.local().map(), kernels).denser(members);
  }

  private int[] denser(DistributedMembers members) {
    int largestRank = largestRank(members.start());
    boolean isLeaving = comm.rank() != largestRank && members.count() < SubhaloKernels.MIN_MEMBERS;
    LinkRows local = LinkRows.of(members);
    long count = isLeaving ? local.count() : 0;
    long[] start = ArrayParts.offsets(comm.size(), r -> r == largestRank ? count : 0);
    RowTransfer leaving = RowTransfer.inOrder(comm, RankRows.inOrder(start));
    LinkRows arriving = local.moved(leaving);
    int[] found = linked(isLeaving ? arriving : local.and(arriving));
    int localLength = found.length - DENSER * arriving.count();
    int[] ofArriving = Arrays.copyOfRange(found, localLength, found.length);
    int[] ofLocal = isLeaving ? new int[DENSER * local.count()] : Arrays.copyOf(found, localLength);
    leaving
        .back()
        .move(
            new TypedColumns().ints(ofArriving, DENSER), new TypedColumns().ints(ofLocal, DENSER));
    return ofLocal;
  }

  private static int largestRank(long[] start) {
    int largest = 0;
    for (int r = 1; r < start.length - 1; r++) {
      largest = start[r + 1] - start[r] > start[largest + 1] - start[largest] ? r : largest;
    }
    return largest;
  }

  /** Links members of this rank to each other and to nearby members of other ranks. */
  private int[] linked(LinkRows rows) {
    LinkCriterion metric = LinkCriterion.of(map, 1);
    LinkRows all = rows.and(new RemoteNeighbours(comm, metric, rows).fetch());
    int[] start = {0, all.count()};
    int[] denser = kernels.denser(map, start, all.position(), all.id(), all.density());
    int[] numbers = new int[DENSER * rows.count()];
    for (int i = 0; i < numbers.length; i++) {
      boolean none = denser[i] == SubhaloMembers.NONE;
      numbers[i] = none ? SubhaloMembers.NONE : all.number()[denser[i]];
    }
    return numbers;
  }
}
