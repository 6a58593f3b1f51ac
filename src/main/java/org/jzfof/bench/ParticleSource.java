package org.jzfof.bench;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.Particles;
import org.jzfof.neighbours.Coordinates;

/** Supplies a benchmark repeatedly with the same particles. */
public interface ParticleSource {
  /** Short text about the particles. */
  String description();

  /** Number of particles. */
  long count();

  /** Box that contains the particles. */
  Box box();

  /** Creates a new copy of this rank's share of the particles on a device. */
  Particles load(Backend backend, Communicator comm);

  /**
   * Creates the coordinates of this rank's share on a device: an equal share of consecutive
   * particles.
   */
  Coordinates loadCoordinates(Backend backend, Communicator comm);
}
