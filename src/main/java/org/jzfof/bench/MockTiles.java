package org.jzfof.bench;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Particles;
import org.jzfof.error.Scope;

/**
 * A periodic box of equal tiles, each with a separate clustered mock, so that the work per rank
 * hardly depends on the number of tiles. The tiles follow each other in row order, as the files of
 * a snapshot may, and their borders differ from those of the domain decomposition.
 *
 * @param tiles number of tiles, a power of two
 */
record MockTiles(int tiles, int perTile, long seed) {
  private static final double SIDE = 100;
  private static final double LARGEST_HALO = 0.1;

  /** Fraction of a tile by which the tiles are shifted across the edge of the box. */
  private static final double SHIFT = 0.37;

  long count() {
    return (long) tiles * perTile;
  }

  Box box() {
    return Box.periodic(SIDE * (1 << bits(0)), SIDE * (1 << bits(1)), SIDE * (1 << bits(2)));
  }

  /** Binary logarithm of the number of tiles along a dimension; x has the most tiles. */
  private int bits(int dimension) {
    return (Integer.numberOfTrailingZeros(tiles) + 2 - dimension) / 3;
  }

  /** Creates the particles of a tile on a device. */
  Particles load(int tile, DeviceMemory memory) {
    MockParticles mock = MockParticles.clustered(perTile, LARGEST_HALO * perTile, seed + tile);
    int[] xyz = new int[3 * perTile];
    float[] velocities = new float[3 * perTile];
    for (int i = 0; i < perTile; i++) {
      mock.make(i, i, xyz, velocities);
    }
    int remaining = tile;
    for (int d = 2; d >= 0; d--) {
      int bits = bits(d);
      double corner = (remaining % (1 << bits) + SHIFT) * Math.scalb(1.0, Integer.SIZE - bits);
      remaining >>= bits;
      for (int i = d; i < xyz.length; i += 3) {
        xyz[i] = (int) ((xyz[i] & 0xffffffffL) >> bits) + (int) (long) corner;
      }
    }
    try (Scope scope = new Scope()) {
      DeviceArray positions = scope.add(memory.upload(xyz));
      DeviceArray ids =
          scope.add(memory.range(ElementType.I64, 1 + (long) tile * perTile, perTile));
      return scope.keep(
          MockParticles.particles(positions, ids, scope.add(memory.upload(velocities))));
    }
  }
}
