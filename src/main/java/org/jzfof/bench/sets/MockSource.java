package org.jzfof.bench.sets;

import org.jzfof.backend.Backend;
import org.jzfof.bench.ParticleSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Particles;
import org.jzfof.neighbours.Coordinates;

/**
 * A mock particle set in a periodic box, generated on the device: the same particles for any number
 * of ranks.
 */
record MockSource(String description, Box box, MockParticles mock) implements ParticleSource {
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
