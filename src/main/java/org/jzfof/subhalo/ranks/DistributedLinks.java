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
 * Finds the denser ones of the nearest members of each member ({@link DensityKernels#denser}),
 * where these are on several ranks. Each rank links its own, beside members that others have near
 * them; a rank with few leaves that to the one that has most.
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
   * Every rank calls it.
   *
   * @return numbers of the denser ones of each member of this rank among those of all, or {@link
   *     SubhaloMembers#NONE} [2m]
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

  /** Links members, beside those that other ranks have near them. */
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
