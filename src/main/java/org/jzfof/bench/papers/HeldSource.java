package org.jzfof.bench.papers;

import org.jzfof.backend.Backend;
import org.jzfof.bench.ParticleSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Box;
import org.jzfof.domain.Particles;
import org.jzfof.neighbours.Coordinates;

/**
 * A source whose coordinates stay on the host between runs, as making many of them can take longer
 * than a search.
 *
 * @param xyz F32 coordinates of the share of this rank
 */
record HeldSource(ParticleSource source, float[] xyz) implements ParticleSource {
  /** Largest number of points of a rank whose coordinates an array can hold. */
  private static final long MOST = 1L << 29;

  /** Returns the source with held coordinates, or the source itself if they are too many. */
  static ParticleSource of(ParticleSource source, Backend backend, Communicator comm) {
    if (new EvenShares(source.count(), comm.size()).count(0) > MOST) {
      return source;
    }
    try (Coordinates made = source.loadCoordinates(backend, comm)) {
      return new HeldSource(source, backend.memory().toFloats(made.xyz()));
    }
  }

  @Override
  public String description() {
    return source.description();
  }

  @Override
  public long count() {
    return source.count();
  }

  @Override
  public Box box() {
    return source.box();
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    return source.load(backend, comm);
  }

  @Override
  public Coordinates loadCoordinates(Backend backend, Communicator comm) {
    return new Coordinates(xyz.length / 3, backend.memory().upload(xyz));
  }
}
