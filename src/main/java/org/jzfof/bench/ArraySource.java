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
import org.jzfof.snapshot.RawPositions;

/**
 * Particles of type 1 and mass 1 at given coordinates, with made-up velocities and IDs from 1.
 *
 * @param description what they are
 * @param box that holds them
 * @param xyz coordinates [3n]
 */
public record ArraySource(String description, Box box, float[] xyz) implements ParticleSource {
  private static final int MAX_PARTICLES = (Integer.MAX_VALUE - 8) / 3;

  /**
   * A raw file of little-endian float32 x, y, z, or float64 where its name ends in .f64.
   *
   * @throws SnapshotException when it cannot be read or does not hold whole particles
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

  /** A mixture of Gaussians around a surface of 1000 heights in a periodic box. */
  public static ArraySource mixture(long n, double side, long seed) {
    return new ArraySource(
        "Gaussian mixture, seed " + seed, cube(side), DrawnPoints.mixture(size(n), side, seed));
  }

  /** A cloud whose density falls to 10⁻⁵ of that in its middle, in a periodic box. */
  public static ArraySource cloud(long n, double side, long seed) {
    return new ArraySource(
        "collapsing cloud, seed " + seed, cube(side), DrawnPoints.cloud(size(n), side, seed));
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
    float[] own = own(comm);
    return new Coordinates(own.length / 3, backend.memory().upload(own));
  }

  private float[] own(Communicator comm) {
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
    float[] own = own(comm);
    DeviceMemory memory = backend.memory();
    DeviceArray positions = memory.allocate(ElementType.I32, own.length);
    try (Quantiser quantiser = backend.particles().quantiser(FixedPoint.of(box), positions)) {
      quantiser.convert(own, n, 0);
      requirePlaces((int) quantiser.firstFault(), first, own);
    }
    long[] ids = new long[n];
    Arrays.setAll(ids, i -> first + i + 1);
    return new Particles(
        n,
        positions,
        memory.upload(ids),
        memory.upload(own),
        null,
        null,
        1,
        new double[] {0, 1},
        magnitudes());
  }

  private void requirePlaces(int fault, int first, float[] own) {
    if (fault != Quantiser.ALL_VALID) {
      int at = 3 * fault;
      throw new SnapshotException(
          "the position of particle %d of %s is (%s, %s, %s): repair or remove it"
              .formatted(first + fault, description, own[at], own[at + 1], own[at + 2]));
    }
  }

  /** The coordinates serve as velocities. */
  private Magnitudes magnitudes() {
    ValueRange masses = new ValueRange(1, false);
    masses.add(new double[] {1}, 1);
    ValueRange velocities = new ValueRange(3, true);
    velocities.add(xyz, xyz.length / 3);
    return Magnitudes.of(masses, velocities);
  }
}
