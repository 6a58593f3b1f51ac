package org.jzfof.domain.cpu;

import java.util.Arrays;
import org.jzfof.domain.Morton;
import org.jzfof.domain.Splitters;

/**
 * Table of the domains of coarse cells. Nearly all points lie in cells without a splitter, whose
 * domain the table holds; for the other points their keys decide.
 */
final class DomainTable {
  private static final int COARSE_BITS = 4;
  private static final int COARSE_SHIFT = 32 - COARSE_BITS;
  private static final int KEY_SHIFT = 3 * (Splitters.BITS - COARSE_BITS);

  /** Lowest coordinate: its Morton key is 0. */
  private static final int SIGN = 0x80000000;

  private static final int HAS_SPLITTER = -1;

  private final Splitters splitters;
  private final int rows;
  private final int[] spread = new int[1 << COARSE_BITS];
  private final int[] pieceOfCell = new int[1 << 3 * COARSE_BITS];

  DomainTable(Splitters splitters, int rows) {
    this.rows = rows;
    this.splitters = splitters;
    Arrays.setAll(
        spread, c -> (int) Morton.key(SIGN, SIGN, (c << COARSE_SHIFT) ^ SIGN, 0, COARSE_BITS));
    long[] key = splitters.key();
    int piece = 0;
    for (int cell = 0; cell < pieceOfCell.length; cell++) {
      boolean has = piece < key.length && key[piece] >>> KEY_SHIFT == cell;
      pieceOfCell[cell] = has ? HAS_SPLITTER : piece;
      while (piece < key.length && key[piece] >>> KEY_SHIFT == cell) {
        piece++;
      }
    }
  }

  /** The piece of the point in row {@code row}. */
  int pieceOf(int x, int y, int z, int row) {
    int cell = coarse(x) << 2 | coarse(y) << 1 | coarse(z);
    int piece = pieceOfCell[cell];
    return piece != HAS_SPLITTER
        ? piece
        : splitters.pieceOf(Morton.key(x, y, z, 0, Splitters.BITS), (double) row / rows);
  }

  private int coarse(int coordinate) {
    return spread[(coordinate ^ SIGN) >>> COARSE_SHIFT];
  }
}
