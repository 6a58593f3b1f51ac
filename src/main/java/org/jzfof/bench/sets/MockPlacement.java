package org.jzfof.bench.sets;

import org.jzfof.domain.MockParticles;

/** The places of mock particles in the unit cube, as a device makes them. */
record MockPlacement(MockParticles mock) implements Placement {
  @Override
  public void place(long number, double[] xyz) {
    int[] position = new int[3];
    mock.make(number, 0, position, new float[3]);
    for (int d = 0; d < 3; d++) {
      xyz[d] = (position[d] + 0x1p31) * 0x1p-32;
    }
  }
}
