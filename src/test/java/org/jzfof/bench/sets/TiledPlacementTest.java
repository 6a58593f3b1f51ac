package org.jzfof.bench.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TiledPlacementTest {
  private static double[] at(TiledPlacement tiles, long number) {
    double[] xyz = new double[3];
    tiles.place(number, xyz);
    return xyz;
  }

  @Test
  void eachTileHasAllPointsOnceInsideOfIt() {
    float[] xyz = {1, 2, 3, 9.5f, 0, -1};
    TiledPlacement tiles = TiledPlacement.of(xyz, new double[] {10, 20, 40}, 2);
    assertEquals(8, tiles.number());
    assertArrayEquals(new double[] {20, 40, 80}, tiles.size());
    for (int tile = 0; tile < 8; tile++) {
      double x = tile / 4 * 10;
      double y = tile / 2 % 2 * 20;
      double z = tile % 2 * 40;
      assertArrayEquals(new double[] {x + 1, y + 2, z + 3}, at(tiles, 2L * tile));
      assertArrayEquals(new double[] {x + 9.5, y, z + 39}, at(tiles, 2L * tile + 1));
    }
  }

  @Test
  void aFlatBoxIsRepeatedInItsPlane() {
    TiledPlacement tiles = TiledPlacement.of(new float[] {1, 2, 7}, new double[] {10, 10, 0}, 3);
    assertEquals(9, tiles.number());
    assertArrayEquals(new double[] {30, 30, 0}, tiles.size());
    assertArrayEquals(new double[] {21, 12, 7}, at(tiles, 7));
  }
}
