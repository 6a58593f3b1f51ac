package org.jzfof.bench;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.Particles;
import org.jzfof.neighbours.Coordinates;

/** Gives a benchmark the same particles again and again. */
public interface ParticleSource {
  /** What the particles are, in a few words. */
  String description();

  /** Number of particles. */
  long count();

  /** The box that holds them. */
  Box box();

  /** Puts a fresh copy of this rank's share of the particles onto a device. */
  Particles load(Backend backend, Communicator comm);

  /** Puts the coordinates of consecutive particles onto a device, this rank's even share. */
  Coordinates loadCoordinates(Backend backend, Communicator comm);
}
