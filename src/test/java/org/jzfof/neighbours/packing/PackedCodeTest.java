package org.jzfof.neighbours.packing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.EvenShares;
import org.jzfof.error.CatalogueException;

/** Bytes that are written out by hand, damaged ones, and the blocks of files. */
class PackedCodeTest {
  /** Lists {7, 300}, {} and {5}, by hand: 3 counts, 2 * 7, 293 = 2 * 128 + 37, -(-2) * 2 - 1. */
  private static final byte[] BYTES = {2, 0, 1, 14, (byte) 0xa5, 2, 3};

  @Test
  void listsWrittenByHand() {
    long[][] lists = PackedCode.lists(BYTES, 0, BYTES.length, 3);
    assertArrayEquals(new long[][] {{7, 300}, {}, {5}}, lists);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 3, ends within a number",
    "0, 5, 3, ends within a number",
    "0, 0, 1, ends within a number",
    "0, 7, 2, has 3 bytes behind its last list",
    "3, 7, 1, a packed list has 14 neighbours in a block of 4 bytes"
  })
  void damage(int from, int to, int queries, String message) {
    CatalogueException e =
        assertThrows(CatalogueException.class, () -> PackedCode.lists(BYTES, from, to, queries));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void aNumberWithoutAnEnd() {
    byte[] endless = new byte[30];
    Arrays.fill(endless, (byte) 0xff);
    assertThrows(CatalogueException.class, () -> PackedCode.lists(endless, 0, 30, 1));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "64, 1", "65, 2", "1000, 3", "5, 8", "200, 3", "12345, 7"})
  void blocksDivideTheFiles(long rows, int files) {
    EvenShares shares = new EvenShares(rows, files);
    PackingBlocks blocks = new PackingBlocks(shares);
    int all = 0;
    for (int piece = 0; piece < files; piece++) {
      long start = shares.start(piece);
      all += (int) blocks.ofFile(piece);
      assertEquals(blocks.ofFile(piece), blocks.count(start, shares.start(piece + 1)));
      for (long row = start; row < shares.start(piece + 1); row++) {
        assertEquals(start + (row - start) / 64 * 64, blocks.floor(row));
        assertEquals(
            Math.min(start + (row - start) / 64 * 64 + 64, shares.start(piece + 1)),
            blocks.next(row));
      }
    }
    int[] starts = blocks.starts(0, rows);
    assertEquals(all + 1, starts.length);
    assertEquals(rows, starts[all]);
    for (int ranks = 1; ranks < 6; ranks++) {
      long[] ofRanks = blocks.ofRanks(ranks);
      assertEquals(0, ofRanks[0]);
      assertEquals(rows, ofRanks[ranks]);
      for (int r = 0; r < ranks; r++) {
        assertTrue(ofRanks[r] <= ofRanks[r + 1]);
        assertEquals(ofRanks[r], blocks.floor(ofRanks[r]));
      }
    }
  }
}
