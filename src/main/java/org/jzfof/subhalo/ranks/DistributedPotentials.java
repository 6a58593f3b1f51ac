package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.device.DeviceMemory;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.members.PointMortonOrder;
import org.jzfof.subhalo.potential.MassTrees;
import org.jzfof.subhalo.potential.MortonPieces;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.subhalo.potential.PotentialSums;

/**
 * Potentials of members of one group on all ranks, equal to those on one rank. The {@link
 * MortonPieces} of the sources are gathered on all ranks one after the other, and every rank adds
 * their potential to its local targets.
 */
public final class DistributedPotentials {
  private final Communicator comm;
  private final Kernels kernels;
  private final PointMasses local;
  private final MassTrees trees;

  /**
   * Kernels of one backend.
   *
   * @param limits limits from which requests are summed up by trees, and the maximum number of
   *     sources of a piece
   */
  public record Kernels(
      PotentialSumKernels pairs,
      PotentialKernels trees,
      DeviceMemory memory,
      PairsOrTree.Limits limits) {}

  public DistributedPotentials(Communicator comm, Kernels kernels, PointMasses local) {
    this.comm = comm;
    this.kernels = kernels;
    this.local = local;
    this.trees = new MassTrees(kernels.memory(), kernels.trees(), local.map());
  }

  /**
   * Adds the potential of the sources of all ranks to the targets of each; every rank calls it.
   *
   * @param request sources and targets of this rank, sign and scale the same on all ranks
   */
  public void add(PotentialSums.Request request) {
    long[] all = {request.sources().count(), request.targets().count()};
    comm.sum(all);
    if (all[0] == 0 || all[1] == 0) {
      return;
    }
    boolean byTree = kernels.limits().areReachedBy(all[0], all[1]);
    int[] row = PointMortonOrder.of(local, request.sources());
    int[] targets = local.positions(request.targets());
    int[] start = MortonPieces.starts(local, row, kernels.limits().piece(), comm::sum);
    for (int p = 0; p + 1 < start.length; p++) {
      int[] pieceRows = Arrays.copyOfRange(row, start[p], start[p + 1]);
      PointMasses piece =
          RowTransfer.gather(
              comm,
              local.columns(),
              pieceRows,
              count -> PointMasses.allocate(local.map(), count),
              PointMasses::columns);
      if (targets.length > 0) {
        request.add(byTree ? byTree(piece, targets, request) : overPairs(piece, targets, request));
      }
    }
  }

  private long[] byTree(PointMasses sources, int[] targets, PotentialSums.Request of) {
    int[] row = PointMortonOrder.of(sources, MemberSelection.range(0, sources.id().length));
    return trees.potentials(sources, row, targets, of.softening(), of.scale());
  }

  private long[] overPairs(PointMasses sources, int[] targets, PotentialSums.Request of) {
    int count = sources.id().length;
    int[] position = Arrays.copyOf(sources.position(), 3 * count + targets.length);
    System.arraycopy(targets, 0, position, 3 * count, targets.length);
    int all = position.length / 3;
    PointMasses points =
        new PointMasses(
            local.map(),
            position,
            Arrays.copyOf(sources.mass(), all),
            Arrays.copyOf(sources.id(), all));
    long[] depth = new long[all - count];
    try (PotentialSums sums = kernels.pairs().open(points)) {
      sums.add(
          List.of(
              new PotentialSums.Request(
                  MemberSelection.range(0, count),
                  MemberSelection.range(count, all - count),
                  of.softening(),
                  1,
                  of.scale(),
                  depth)));
    }
    return depth;
  }
}
