package org.jzfof.bench.sets;

/**
 * The points of a periodic box, repeated in tiles: all of one tile, then all of the next, so that
 * each tile is as clustered as the box and its points have the order of the file.
 *
 * @param xyz coordinates in the box [3n]
 * @param side sides of the box [3]
 * @param tiles number of tiles along each dimension [3]
 */
record TiledPlacement(float[] xyz, double[] side, int[] tiles) implements Placement {
  static TiledPlacement of(float[] xyz, double[] side, int tiles) {
    int[] along = new int[3];
    for (int d = 0; d < 3; d++) {
      along[d] = side[d] > 0 ? tiles : 1;
    }
    return new TiledPlacement(xyz, side, along);
  }

  /** Number of all tiles. */
  long number() {
    return (long) tiles[0] * tiles[1] * tiles[2];
  }

  /** Sides of the box that all tiles make [3]. */
  double[] size() {
    return new double[] {tiles[0] * side[0], tiles[1] * side[1], tiles[2] * side[2]};
  }

  @Override
  public void place(long number, double[] place) {
    int points = xyz.length / 3;
    long tile = number / points;
    int at = 3 * (int) (number % points);
    for (int d = 2; d >= 0; d--) {
      double x = xyz[at + d];
      double inside = side[d] > 0 ? x - side[d] * Math.floor(x / side[d]) : x;
      place[d] = tile % tiles[d] * side[d] + inside;
      tile /= tiles[d];
    }
  }
}
