package org.jzfof.pipeline.stages;

import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.progress.StageClock;

/**
 * Sends particles to the ranks of the domains in which the primary particles lie, and the labels of
 * their groups back to the ranks that have read them.
 */
final class ParticleExchange implements AutoCloseable {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final boolean returnsLabels;
  private DomainDecomposition domains;
  private Redistribution primaryWay;
  private Redistribution secondaryWay;

  /**
   * @param returnsLabels whether labels will be sent back
   */
  ParticleExchange(Backend backend, ArrayExchange arrays, StageClock clock, boolean returnsLabels) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.returnsLabels = returnsLabels;
  }

  /** The primary particles of this rank; those read are closed. Every rank calls it first. */
  Particles primary(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange",
        () -> {
          domains =
              DomainDecomposition.of(read.positions(), read.count(), backend.particles(), comm);
          primaryWay = way(read);
          return send(read, primaryWay);
        });
  }

  /** As {@link #primary}, for the secondary particles. */
  Particles secondary(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange secondary",
        () -> {
          secondaryWay = way(read);
          return send(read, secondaryWay);
        });
  }

  /** As {@link #primary}, for particles of which nothing is sent back. */
  Particles around(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange others",
        () -> {
          try (Redistribution way = way(read)) {
            backend.requireParticles(way.count());
            return read.redistribute(way);
          }
        });
  }

  private Redistribution way(Particles read) {
    return new Redistribution(
        domains.partition(read.positions(), read.count()),
        backend.particles(),
        backend.memory(),
        arrays);
  }

  private Particles send(Particles read, Redistribution way) {
    backend.requireParticles(way.count());
    Particles sent = read.redistribute(way);
    if (!returnsLabels) {
      way.close();
    }
    return sent;
  }

  /** Whether labels will be sent back. */
  boolean returnsLabels() {
    return returnsLabels;
  }

  /**
   * Sends labels back to the ranks that have read the particles; every rank calls it.
   *
   * @param labels I32, of the primary particles, then of the secondary ones, as they arrived;
   *     closed; null where there are none
   * @return the same for the particles that this rank has read; null for null
   */
  DeviceArray sendBack(DeviceArray labels) {
    if (labels == null || comm.size() == 1) {
      return labels;
    }
    try (labels) {
      return clock.time("return labels", () -> sendBackToRanks(labels));
    }
  }

  private DeviceArray sendBackToRanks(DeviceArray labels) {
    if (secondaryWay == null) {
      return primaryWay.sendBack(labels, 1);
    }
    DeviceMemory memory = backend.memory();
    long arrived = primaryWay.count();
    try (DeviceArray ofPrimary = memory.slice(labels, 0, arrived);
        DeviceArray ofSecondary = memory.slice(labels, arrived, secondaryWay.count())) {
      labels.close();
      try (DeviceArray primary = primaryWay.sendBack(ofPrimary, 1);
          DeviceArray secondary = secondaryWay.sendBack(ofSecondary, 1)) {
        return memory.join(ElementType.I32, List.of(primary, secondary));
      }
    }
  }

  @Override
  public void close() {
    Cleanup.close(primaryWay, secondaryWay);
  }
}
