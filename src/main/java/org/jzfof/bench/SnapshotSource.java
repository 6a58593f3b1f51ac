package org.jzfof.bench;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.particles.SnapshotParticles;

/** The particles of a snapshot, read again for every run. */
public record SnapshotSource(SnapshotParticles particles) implements ParticleSource {
  @Override
  public String description() {
    return particles.header().pieces().get(0).file().getFileName().toString();
  }

  @Override
  public long count() {
    return particles.count();
  }

  @Override
  public Box box() {
    return particles.box();
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    return particles.load(SearchSpace.of(box()), backend, fraction -> {});
  }

  @Override
  public Coordinates loadCoordinates(Backend backend, Communicator comm) {
    return particles.loadCoordinates(backend);
  }
}
