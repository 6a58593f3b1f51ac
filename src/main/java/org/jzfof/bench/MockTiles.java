package org.jzfof.bench;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Particles;
import org.jzfof.error.Scope;

/**
 * A periodic box of equal tiles, each a clustered mock of its own: what a rank has to do is much
 * alike for any number of them. The tiles stand row by row, as pieces of a snapshot may, and not
 * where the decomposition cuts.
 *
 * @param tiles a power of two
 * @param perTile particles of each
 * @param seed of the random numbers
 */
record MockTiles(int tiles, int perTile, long seed) {
  private static final double SIDE = 100;
  private static final double LARGEST_HALO = 0.1;

  /** How much of a tile lies behind the edge of the box. */
  private static final double SHIFT = 0.37;

  long count() {
    return (long) tiles * perTile;
  }

  Box box() {
    return Box.periodic(SIDE * (1 << bits(0)), SIDE * (1 << bits(1)), SIDE * (1 << bits(2)));
  }

  /** Bits of the number of tiles along a dimension, x the longest. */
  private int bits(int dimension) {
    return (Integer.numberOfTrailingZeros(tiles) + 2 - dimension) / 3;
  }

  /** Puts the particles of a tile onto a device. */
  Particles load(int tile, DeviceMemory memory) {
    MockParticles mock = MockParticles.clustered(perTile, LARGEST_HALO * perTile, seed + tile);
    int[] xyz = new int[3 * perTile];
    float[] velocities = new float[3 * perTile];
    for (int i = 0; i < perTile; i++) {
      mock.make(i, i, xyz, velocities);
    }
    int above = tile;
    for (int d = 2; d >= 0; d--) {
      int bits = bits(d);
      double corner = (above % (1 << bits) + SHIFT) * Math.scalb(1.0, Integer.SIZE - bits);
      above >>= bits;
      for (int i = d; i < xyz.length; i += 3) {
        xyz[i] = (int) ((xyz[i] & 0xffffffffL) >> bits) + (int) (long) corner;
      }
    }
    try (Scope made = new Scope()) {
      DeviceArray positions = made.add(memory.upload(xyz));
      DeviceArray ids = made.add(memory.range(ElementType.I64, 1 + (long) tile * perTile, perTile));
      return made.keep(
          MockParticles.particles(positions, ids, made.add(memory.upload(velocities))));
    }
  }
}
