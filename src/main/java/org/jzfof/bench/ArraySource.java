package org.jzfof.bench;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.backend.Backend;
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
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.positions.RawPositions;

/**
 * Particles of type 1 and mass 1 at given coordinates, with artificial velocities and IDs from 1.
 *
 * @param xyz coordinates [3n]
 */
public record ArraySource(String description, Box box, float[] xyz) implements ParticleSource {
  private static final int MAX_PARTICLES = (Integer.MAX_VALUE - 8) / 3;

  /**
   * Reads a raw file of little-endian coordinates x, y, z: float64 if its name ends in .f64,
   * otherwise float32.
   *
   * @throws SnapshotException if the file cannot be read or its size is not that of complete
   *     particles
   */
  public static ArraySource raw(Path file, double side) {
    RawPositions positions = RawPositions.open(file);
    float[] xyz = new float[3 * size(positions.rows())];
    positions.read(
        0,
        positions.rows(),
        block -> {
          double[] values = block.doubles();
          for (int i = 0; i < block.length(); i++) {
            xyz[(int) (3 * block.row()) + i] = (float) values[i];
          }
        });
    return new ArraySource(file.getFileName().toString(), cube(side), xyz);
  }

  /** Creates a mixture of Gaussians around a surface of 1000 heights in a periodic box. */
  public static ArraySource mixture(long n, double side, long seed) {
    return new ArraySource(
        "Gaussian mixture, seed " + seed, cube(side), SyntheticPoints.mixture(size(n), side, seed));
  }

  /** Creates a cloud whose density falls to 10⁻⁵ of its central density, in a periodic box. */
  public static ArraySource cloud(long n, double side, long seed) {
    return new ArraySource(
        "collapsing cloud, seed " + seed, cube(side), SyntheticPoints.cloud(size(n), side, seed));
  }

  private static Box cube(double side) {
    return Box.periodic(side, side, side);
  }

  private static int size(long n) {
    if (n < 1 || n > MAX_PARTICLES) {
      throw new UsageException(
          n + " particles: a benchmark takes 1 to " + MAX_PARTICLES + " particles");
    }
    return (int) n;
  }

  @Override
  public long count() {
    return xyz.length / 3;
  }

  @Override
  public Coordinates loadCoordinates(Backend backend, Communicator comm) {
    float[] local = localCoordinates(comm);
    return new Coordinates(local.length / 3, backend.memory().upload(local));
  }

  private float[] localCoordinates(Communicator comm) {
    EvenShares shares = new EvenShares(count(), comm.size());
    return comm.size() == 1
        ? xyz
        : Arrays.copyOfRange(
            xyz, 3 * (int) shares.start(comm.rank()), 3 * (int) shares.start(comm.rank() + 1));
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    EvenShares shares = new EvenShares(count(), comm.size());
    int first = (int) shares.start(comm.rank());
    int n = (int) shares.count(comm.rank());
    float[] local = localCoordinates(comm);
    DeviceMemory memory = backend.memory();
    DeviceArray positions = memory.allocate(ElementType.I32, local.length);
    try (Quantiser quantiser = backend.particles().quantiser(FixedPoint.of(box), positions)) {
      quantiser.convert(local, n, 0);
      requireValidPositions((int) quantiser.firstFault(), first, local);
    }
    long[] ids = new long[n];
    Arrays.setAll(ids, i -> first + i + 1);
    return new Particles(
        n,
        positions,
        memory.upload(ids),
        memory.upload(local),
        null,
        null,
        1,
        new double[] {0, 1},
        magnitudes());
  }

  private void requireValidPositions(int fault, int first, float[] local) {
    if (fault != Quantiser.ALL_VALID) {
      int offset = 3 * fault;
      throw new SnapshotException(
          "the position of particle %d of %s is (%s, %s, %s): repair or remove it"
              .formatted(
                  first + fault, description, local[offset], local[offset + 1], local[offset + 2]));
    }
  }

  /** Returns the ranges of masses and velocities; the coordinates serve as velocities. */
  private Magnitudes magnitudes() {
    ValueRange masses = new ValueRange(1, false);
    masses.add(new double[] {1}, 1);
    ValueRange velocities = new ValueRange(3, true);
    velocities.add(xyz, xyz.length / 3);
    return Magnitudes.of(masses, velocities);
  }
}
