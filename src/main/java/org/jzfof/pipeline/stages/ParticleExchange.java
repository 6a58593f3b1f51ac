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
 * their other columns when the groups are known, or beside the search for them; and the labels of
 * their groups back to the ranks that have read them.
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
  private ColumnExchange.Pending pending;

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
   * Begins to send the columns of all particles beside the search for groups, from device to
   * device, if every rank has them already, and room for them. Every rank calls it, when all
   * positions are sorted.
   */
  void beginColumns(GroupFinder.Input read) {
    if (comm.size() > 1 && arrays.direct() && allCanBegin(read)) {
      ColumnExchange.Read columns = read.columns();
      clock.run("exchange columns", () -> pending = columnExchange().begin(columns));
    }
  }

  private boolean allCanBegin(GroupFinder.Input read) {
    long arriving = arriving(read.primary(), primaryWay) + arriving(read.secondary(), secondaryWay);
    double[] hindered = {read.complete() && hasRoomFor(arriving) ? 0 : 1};
    comm.max(hindered);
    return hindered[0] == 0;
  }

  /** Bytes of the columns, and of the search meanwhile. */
  private long arriving(IncomingParticles read, Redistribution way) {
    return way == null ? 0 : way.count() * (read.bytesPerRow() + backend.fofBytesPerParticle());
  }

  /** Not the whole memory: what is free lies in pieces. */
  private boolean hasRoomFor(long bytes) {
    return backend.memory().used() + bytes < backend.memoryLimit() / 10 * 9;
  }

  private ColumnExchange columnExchange() {
    return new ColumnExchange(backend, primaryWay, secondaryWay);
  }

  /**
   * The columns of the primary particles and, behind them, of the secondary ones; every rank calls
   * it.
   *
   * @param points of all these
   * @param members the points whose columns are needed; null for all
   */
  PointColumns columns(GroupFinder.Input read, SortedPoints points, MemberList members) {
    if (pending != null) {
      return clock.time(
          "exchange columns", () -> withoutWay(columnExchange().ofAll(pending, points)));
    }
    ColumnExchange.Read columns = read.columns();
    if (comm.size() == 1) {
      ParticleJoin join = new ParticleJoin(backend.particles(), backend.memory());
      return new PointColumns(points, join.join(columns.primary(), columns.secondary()));
    }
    try (columns) {
      return clock.time("exchange columns", () -> withoutWay(exchanged(columns, points, members)));
    }
  }

  private PointColumns exchanged(
      ColumnExchange.Read read, SortedPoints points, MemberList members) {
    return members == null
        ? columnExchange().ofAll(read, points)
        : columnExchange().ofMembers(read, points, members);
  }

  /** The ways are kept only for labels. */
  private PointColumns withoutWay(PointColumns columns) {
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
    Cleanup.close(pending, primaryWay, secondaryWay);
  }
}
