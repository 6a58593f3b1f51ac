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
 * Sends particles to the ranks of the domains in which they lie, and the labels of their groups
 * back to the ranks that have read them. The primary particles determine the domains.
 */
final class ParticleExchange implements AutoCloseable {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final boolean returnsLabels;
  private final boolean joinsPositions;
  private DomainDecomposition domains;
  private Redistribution primaryRedistribution;
  private Redistribution secondaryRedistribution;

  /**
   * @param returnsLabels whether labels will be sent back
   * @param joinsPositions whether all particles at one position go to one rank
   */
  ParticleExchange(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      boolean returnsLabels,
      boolean joinsPositions) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.returnsLabels = returnsLabels;
    this.joinsPositions = joinsPositions;
  }

  /**
   * Returns the primary particles of this rank, and closes those read. Every rank calls it first.
   */
  Particles primary(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange",
        () -> {
          DomainDecomposition even =
              DomainDecomposition.of(read.positions(), read.count(), backend.particles(), comm);
          domains = joinsPositions ? even.withWholePositions() : even;
          primaryRedistribution = redistribution(read);
          return send(read, primaryRedistribution);
        });
  }

  /** Returns the secondary particles of this rank, as {@link #primary} does. */
  Particles secondary(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange secondary",
        () -> {
          secondaryRedistribution = redistribution(read);
          return send(read, secondaryRedistribution);
        });
  }

  /** Returns the other particles of this rank, as {@link #primary} does; they receive no labels. */
  Particles others(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange others",
        () -> {
          try (Redistribution redistribution = redistribution(read)) {
            backend.requireParticles(redistribution.count());
            return read.redistribute(redistribution);
          }
        });
  }

  private Redistribution redistribution(Particles read) {
    return new Redistribution(
        domains.partition(read.positions(), read.count()),
        backend.particles(),
        backend.memory(),
        arrays);
  }

  private Particles send(Particles read, Redistribution redistribution) {
    backend.requireParticles(redistribution.count());
    Particles sent = read.redistribute(redistribution);
    if (!returnsLabels) {
      redistribution.close();
    }
    return sent;
  }

  /** Returns whether labels will be sent back. */
  boolean returnsLabels() {
    return returnsLabels;
  }

  /**
   * Sends labels back to the ranks that have read the particles; every rank calls it.
   *
   * @param labels I32 labels of the primary particles, then of the secondary ones, in their order
   *     of arrival; closed; may be null
   * @return the labels of the particles that this rank has read; null for null
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
    if (secondaryRedistribution == null) {
      return primaryRedistribution.sendBack(labels, 1);
    }
    DeviceMemory memory = backend.memory();
    long arrived = primaryRedistribution.count();
    try (DeviceArray ofPrimary = memory.slice(labels, 0, arrived);
        DeviceArray ofSecondary = memory.slice(labels, arrived, secondaryRedistribution.count())) {
      labels.close();
      try (DeviceArray primary = primaryRedistribution.sendBack(ofPrimary, 1);
          DeviceArray secondary = secondaryRedistribution.sendBack(ofSecondary, 1)) {
        return memory.join(ElementType.I32, List.of(primary, secondary));
      }
    }
  }

  @Override
  public void close() {
    Cleanup.close(primaryRedistribution, secondaryRedistribution);
  }
}
