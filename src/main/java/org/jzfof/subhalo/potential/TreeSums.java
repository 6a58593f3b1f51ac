package org.jzfof.subhalo.potential;

import java.util.Arrays;
import java.util.List;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.members.PointMortonOrder;

/**
 * Potentials by trees over the sources of each request, one tree for each of the {@link
 * MortonPieces}. Distant nodes count with their mass and second moments instead of their pairs.
 * Trees depend only on the sources.
 */
final class TreeSums implements PotentialSums {
  private final MassTrees trees;
  private final PointMasses members;
  private final int piece;

  /**
   * @param piece maximum number of sources of a tree
   */
  TreeSums(MassTrees trees, PointMasses members, int piece) {
    this.trees = trees;
    this.members = members;
    this.piece = piece;
  }

  @Override
  public void add(List<Request> requests) {
    for (Request request : requests) {
      if (request.pairs() > 0) {
        add(request);
      }
    }
  }

  private void add(Request request) {
    int[] row = PointMortonOrder.of(members, request.sources());
    int[] targets = members.positions(request.targets());
    int[] start = MortonPieces.starts(members, row, piece, counts -> {});
    for (int p = 0; p + 1 < start.length; p++) {
      int[] rows = Arrays.copyOfRange(row, start[p], start[p + 1]);
      request.add(trees.potentials(members, rows, targets, request.softening(), request.scale()));
    }
  }

  @Override
  public void close() {}
}
