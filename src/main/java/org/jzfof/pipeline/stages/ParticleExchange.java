package org.jzfof.pipeline.stages;

import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.device.ArrayExchange;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.IncomingParticles;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.MemberList;
import org.jzfof.progress.StageClock;

/**
 * Sends particles to the ranks of the domains in which the primary particles lie, positions first;
 * their other columns when the groups are known; and the labels of their groups back to the ranks
 * that have read them.
 */
final class ParticleExchange implements AutoCloseable {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final boolean withWayBack;
  private DomainDecomposition domains;
  private Redistribution primaryWay;
  private Redistribution secondaryWay;

  /**
   * @param withWayBack whether labels will be sent back
   */
  ParticleExchange(Backend backend, ArrayExchange arrays, StageClock clock, boolean withWayBack) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.withWayBack = withWayBack;
  }

  /**
   * The positions of the primary particles of this rank, I32 [3n]; those read are closed. Every
   * rank calls it first.
   */
  DeviceArray primary(IncomingParticles read) {
    if (comm.size() == 1) {
      return read.positions();
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
  DeviceArray secondary(IncomingParticles read) {
    if (comm.size() == 1) {
      return read.positions();
    }
    return clock.time(
        "exchange secondary",
        () -> {
          secondaryWay = way(read);
          return send(read, secondaryWay);
        });
  }

  /** Particles of which nothing is sent back, with all their columns; those read are closed. */
  Particles around(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange others",
        () -> {
          try (Redistribution way = way(read)) {
            backend.requireParticles(way.count());
            return read.sendAlong(way);
          }
        });
  }

  private Redistribution way(IncomingParticles read) {
    return new Redistribution(
        domains.partition(read.positions(), read.count()),
        backend.particles(),
        backend.memory(),
        arrays);
  }

  private DeviceArray send(IncomingParticles read, Redistribution way) {
    backend.requireParticles(way.count());
    return way.send(read.positions(), 3);
  }

  /**
   * The columns of the primary particles and, behind them, of the secondary ones; every rank calls
   * it.
   *
   * @param read closed
   * @param points of all these
   * @param members the points whose columns are needed; null for all
   */
  PointColumns columns(ColumnExchange.Read read, SortedPoints points, MemberList members) {
    if (comm.size() == 1) {
      ParticleJoin join = new ParticleJoin(backend.particles(), backend.memory());
      return new PointColumns(points, join.join(read.primary(), read.secondary()));
    }
    try (read) {
      return clock.time("exchange columns", () -> exchanged(read, points, members));
    }
  }

  private PointColumns exchanged(
      ColumnExchange.Read read, SortedPoints points, MemberList members) {
    ColumnExchange exchange = new ColumnExchange(backend, primaryWay, secondaryWay);
    PointColumns columns =
        members == null ? exchange.ofAll(read, points) : exchange.ofMembers(read, points, members);
    if (!withWayBack) {
      close();
    }
    return columns;
  }

  /** Whether labels can be sent back. */
  boolean withWayBack() {
    return withWayBack;
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
