package org.jzfof.bench.sets;

import org.jzfof.backend.Backend;
import org.jzfof.bench.ParticleSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.threads.Parallel;

/**
 * Particles of type 1 and mass 1 whose places follow from their numbers: each rank makes those of
 * its share, block by block, with all its threads. Coordinates serve as velocities, and IDs count
 * from 1.
 */
record PlacedSource(String description, Box box, long count, Placement placement)
    implements ParticleSource {
  private static final int BLOCK = 1 << 14;

  /** Receives a block of coordinates [3·rows] from a row of the rank on; calls may overlap. */
  @FunctionalInterface
  private interface BlockSink {
    void accept(long row, int rows, float[] xyz);
  }

  private void forEachBlock(long first, long count, BlockSink sink) {
    int blocks = Math.toIntExact((count + BLOCK - 1) / BLOCK);
    Parallel.forEach(
        blocks,
        1,
        block -> {
          long start = (long) block * BLOCK;
          int rows = (int) Math.min(BLOCK, count - start);
          float[] xyz = new float[3 * rows];
          double[] place = new double[3];
          for (int row = 0; row < rows; row++) {
            placement.place(first + start + row, place);
            for (int d = 0; d < 3; d++) {
              xyz[3 * row + d] = (float) place[d];
            }
          }
          sink.accept(start, rows, xyz);
        });
  }

  @Override
  public Coordinates loadCoordinates(Backend backend, Communicator comm) {
    EvenShares shares = new EvenShares(count, comm.size());
    long n = shares.count(comm.rank());
    backend.requireSources(n);
    DeviceMemory memory = backend.memory();
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(memory.allocate(ElementType.F32, 3 * n));
      forEachBlock(
          shares.start(comm.rank()),
          n,
          (row, rows, block) -> memory.write(xyz, 3 * row, block, 3 * rows));
      return made.keep(new Coordinates(n, xyz));
    }
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    EvenShares shares = new EvenShares(count, comm.size());
    long first = shares.start(comm.rank());
    long n = shares.count(comm.rank());
    backend.requireParticles(n);
    DeviceMemory memory = backend.memory();
    try (Scope made = new Scope()) {
      DeviceArray positions = made.add(memory.allocate(ElementType.I32, 3 * n));
      DeviceArray velocities = made.add(memory.allocate(ElementType.F32, 3 * n));
      ValueRange speeds = new ValueRange(3, true);
      try (Quantiser quantiser = backend.particles().quantiser(FixedPoint.of(box), positions)) {
        forEachBlock(
            first,
            n,
            (row, rows, block) -> {
              quantiser.convert(block, rows, row);
              memory.write(velocities, 3 * row, block, 3 * rows);
              synchronized (speeds) {
                speeds.add(block, rows);
              }
            });
        quantiser.firstFault(); // waits; no place is invalid
      }
      DeviceArray ids = made.add(memory.range(ElementType.I64, first + 1, n));
      return made.keep(
          new Particles(
              n,
              positions,
              ids,
              velocities,
              null,
              null,
              1,
              new double[] {0, 1},
              magnitudes(speeds, comm)));
    }
  }

  /** Returns the ranges of masses and velocities of all ranks. */
  private static Magnitudes magnitudes(ValueRange speeds, Communicator comm) {
    double[] extrema = {speeds.largest(), -speeds.smallest()};
    comm.max(extrema);
    return new Magnitudes(1, 1, extrema[0], -extrema[1]);
  }
}
