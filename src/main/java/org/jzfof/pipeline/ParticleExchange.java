package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Redistribution;
import org.jzfof.exchange.ArrayExchange;

/**
 * Brings particles to the ranks that work on them, by where the primary ones lie, and the labels of
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

  /** The primary particles of this rank; those read are closed. Every rank calls it first. */
  Particles primary(Particles read) {
    if (comm.size() == 1) {
      return read;
    }
    return clock.time(
        "exchange",
        () -> {
          domains =
              DomainDecomposition.of(
                  read.positions(), read.count(), backend.particles(), backend.memory(), comm);
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

  private Redistribution way(Particles read) {
    return new Redistribution(
        domains.partition(read.positions(), read.count()),
        backend.particles(),
        backend.memory(),
        arrays);
  }

  private Particles send(Particles read, Redistribution way) {
    Particles sent = read.sendAlong(way);
    if (!withWayBack) {
      way.close();
    }
    return sent;
  }

  /** Whether labels can be sent back. */
  boolean withWayBack() {
    return withWayBack;
  }

  /**
   * Sends labels back to the ranks that have read the particles; every rank calls it.
   *
   * @param labels I32, of the primary particles, then of the secondary ones, as they arrived; null
   *     where there are none
   * @return the same for the particles that this rank has read; null for null
   */
  int[] sendBack(DeviceArray labels) {
    if (labels == null) {
      return null;
    }
    return clock.time(
        "fetch labels",
        () -> comm.size() == 1 ? backend.memory().toInts(labels) : sendBackToRanks(labels));
  }

  private int[] sendBackToRanks(DeviceArray labels) {
    DeviceMemory memory = backend.memory();
    long primary = primaryWay.count();
    int[] first = back(memory.slice(labels, 0, primary), primaryWay);
    if (secondaryWay == null) {
      return first;
    }
    int[] second = back(memory.slice(labels, primary, secondaryWay.count()), secondaryWay);
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  private int[] back(DeviceArray labels, Redistribution way) {
    try (DeviceArray home = way.sendBack(labels, 1)) {
      return backend.memory().toInts(home);
    }
  }

  @Override
  public void close() {
    for (Redistribution way : new Redistribution[] {primaryWay, secondaryWay}) {
      if (way != null) {
        way.close();
      }
    }
  }
}
