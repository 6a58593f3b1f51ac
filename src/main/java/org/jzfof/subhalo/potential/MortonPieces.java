package org.jzfof.subhalo.potential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.Morton;
import org.jzfof.subhalo.members.PointMasses;

/**
 * Cuts a large set of points into pieces of bounded size. Pieces are the largest cells of an octree
 * over the fixed-point grid that have at most this number of points; points at the same position
 * stay together. Pieces depend only on the set, not on the ranks of its points.
 */
public final class MortonPieces {
  private static final int CHILDREN = 8;

  private final int[] position;
  private final int[] row;

  private MortonPieces(PointMasses points, int[] row) {
    this.position = points.position();
    this.row = row;
  }

  /** The consecutive points of a cell on this rank, and the number of its points on all ranks. */
  private record Cell(int from, int to, long all) {}

  /**
   * Returns the pieces of a set that may be on several ranks; every rank calls it.
   *
   * @param row rows of the points of this rank in Morton order
   * @param maximum maximum number of points of a piece
   * @param sum replaces numbers by their sums over all ranks
   * @return offset of the first point of this rank in each piece, and the number of points of this
   *     rank [pieces + 1]. A piece may be empty on this rank, but not on all ranks
   */
  public static int[] starts(PointMasses points, int[] row, long maximum, Consumer<long[]> sum) {
    MortonPieces pieces = new MortonPieces(points, row);
    long[] all = {row.length};
    sum.accept(all);
    List<Cell> cells = List.of(new Cell(0, row.length, all[0]));
    for (int bit = Morton.BITS - 1; bit >= 0 && anyLarger(cells, maximum); bit--) {
      cells = pieces.halved(cells, maximum, bit, sum);
    }
    int[] starts = new int[cells.size() + 1];
    for (int c = 0; c < cells.size(); c++) {
      starts[c + 1] = cells.get(c).to();
    }
    return starts;
  }

  private static boolean anyLarger(List<Cell> cells, long maximum) {
    return cells.stream().anyMatch(cell -> cell.all() > maximum);
  }

  /**
   * Returns the cells with those that are too large replaced by their non-empty children.
   *
   * @param bit bit of the coordinates in which the children differ
   */
  private List<Cell> halved(List<Cell> cells, long maximum, int bit, Consumer<long[]> sum) {
    List<Cell> large = cells.stream().filter(cell -> cell.all() > maximum).toList();
    int[][] start = new int[large.size()][];
    long[] counts = new long[CHILDREN * large.size()];
    for (int c = 0; c < start.length; c++) {
      start[c] = starts(large.get(c), bit);
      for (int k = 0; k < CHILDREN; k++) {
        counts[CHILDREN * c + k] = start[c][k + 1] - start[c][k];
      }
    }
    sum.accept(counts);
    List<Cell> finer = new ArrayList<>();
    int next = 0;
    for (Cell cell : cells) {
      if (cell.all() <= maximum) {
        finer.add(cell);
        continue;
      }
      for (int k = 0; k < CHILDREN; k++) {
        long all = counts[CHILDREN * next + k];
        if (all > 0) {
          finer.add(new Cell(start[next][k], start[next][k + 1], all));
        }
      }
      next++;
    }
    return finer;
  }

  private int[] starts(Cell cell, int bit) {
    int[] start = new int[CHILDREN + 1];
    int skip = Morton.BITS - 1 - bit;
    for (int k = 0; k <= CHILDREN; k++) {
      int child = k;
      int length = cell.to() - cell.from();
      start[k] =
          cell.from()
              + Bisection.countBelow(length, i -> childOf(row[cell.from() + i], skip) < child);
    }
    return start;
  }

  private long childOf(int point, int skip) {
    return Morton.key(
        position[3 * point], position[3 * point + 1], position[3 * point + 2], skip, 1);
  }
}
