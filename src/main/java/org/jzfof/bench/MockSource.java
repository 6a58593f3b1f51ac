package org.jzfof.bench;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Particles;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.Coordinates;

/**
 * A mock particle set in a periodic box, generated on the device: the same particles for any number
 * of ranks.
 */
public record MockSource(String description, Box box, MockParticles mock)
    implements ParticleSource {

  /** Creates a uniform set. */
  public static MockSource uniform(long n, double side, long seed) {
    return new MockSource(
        "uniform, seed " + seed, cube(side), MockParticles.uniform(atLeastOne(n), seed));
  }

  /** Creates a clustered set. */
  public static MockSource clustered(long n, double side, long seed) {
    return new MockSource(
        "clustered, seed " + seed, cube(side), MockParticles.clustered(atLeastOne(n), seed));
  }

  /** Creates a uniform set of query positions in a periodic box of any shape. */
  public static MockSource queryPositions(long n, Box box, long seed) {
    return new MockSource("uniform places", box, MockParticles.uniform(atLeastOne(n), seed));
  }

  private static Box cube(double side) {
    return Box.periodic(side, side, side);
  }

  private static long atLeastOne(long n) {
    if (n < 1) {
      throw new UsageException(n + " particles: a benchmark takes at least 1");
    }
    return n;
  }

  @Override
  public long count() {
    return mock.count();
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    EvenShares shares = new EvenShares(count(), comm.size());
    long n = shares.count(comm.rank());
    backend.requireParticles(n);
    return backend.particles().mock(mock, shares.start(comm.rank()), n);
  }

  @Override
  public Coordinates loadCoordinates(Backend backend, Communicator comm) {
    backend.requireSources(new EvenShares(count(), comm.size()).count(comm.rank()));
    try (Particles particles = load(backend, comm)) {
      return new Coordinates(
          particles.count(),
          backend.particles().coordinates(FixedPoint.of(box), particles.positions()));
    }
  }
}
