package org.jzfof.domain;

import java.util.stream.IntStream;

/** The particles of mock sets as coordinates in length units. */
public final class MockCoordinates {
  private MockCoordinates() {}

  /** Coordinates [3n] of a uniform set in a cube. */
  public static float[] uniform(int n, double side, long seed) {
    return of(MockParticles.uniform(n, seed), side);
  }

  /** Coordinates [3n] of a clustered set in a cube. */
  public static float[] clustered(int n, double side, long seed) {
    return of(MockParticles.clustered(n, seed), side);
  }

  /** The same coordinates as doubles. */
  public static double[] wide(float... xyz) {
    return IntStream.range(0, xyz.length).mapToDouble(i -> xyz[i]).toArray();
  }

  private static float[] of(MockParticles mock, double side) {
    int n = (int) mock.count();
    int[] positions = new int[3 * n];
    float[] xyz = new float[3 * n];
    for (int i = 0; i < n; i++) {
      mock.make(i, i, positions, xyz);
    }
    for (int i = 0; i < 3 * n; i++) {
      float x = (float) ((positions[i] + 0x1p31) * (side / 0x1p32));
      xyz[i] = x < side ? x : 0;
    }
    return xyz;
  }
}
