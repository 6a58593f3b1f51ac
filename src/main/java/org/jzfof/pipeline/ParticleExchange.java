package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.MemberList;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SortedPoints;

/**
 * Brings particles to the ranks that work on them, by where the primary ones lie, and the numbers
 * of their groups back to the ranks that have read them.
 */
final class ParticleExchange implements AutoCloseable {
  private final Backend backend;
  private final Communicator comm;
  private final StageClock clock;
  private final boolean withNumbers;
  private DomainDecomposition domains;
  private Redistribution primaryWay;
  private Redistribution secondaryWay;

  /**
   * @param withNumbers whether {@link #sendBack} will be called for anything
   */
  ParticleExchange(Backend backend, Communicator comm, StageClock clock, boolean withNumbers) {
    this.backend = backend;
    this.comm = comm;
    this.clock = clock;
    this.withNumbers = withNumbers;
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
        comm);
  }

  private Particles send(Particles read, Redistribution way) {
    Particles sent = read.sendAlong(way);
    if (!withNumbers) {
      way.close();
    }
    return sent;
  }

  /**
   * Tells the group of every particle that this rank has read; every rank calls it.
   *
   * @param number number of each group of the member list
   * @param points the primary ones, then the secondary ones
   * @return numbers of the primary particles, then of the secondary ones; null without numbers
   */
  int[] sendBack(MemberList members, long[] number, SortedPoints points) {
    if (!withNumbers) {
      return null;
    }
    return clock.time(
        "group numbers",
        () -> {
          int[] ofGroup = Arrays.stream(number).mapToInt(Math::toIntExact).toArray();
          try (DeviceArray here = backend.groups().numbersOfRows(members, ofGroup, points)) {
            return comm.size() == 1 ? backend.memory().toInts(here) : sendBack(here);
          }
        });
  }

  private int[] sendBack(DeviceArray here) {
    DeviceMemory memory = backend.memory();
    long primary = primaryWay.count();
    int[] first = back(memory.slice(here, 0, primary), primaryWay);
    if (secondaryWay == null) {
      return first;
    }
    int[] second = back(memory.slice(here, primary, secondaryWay.count()), secondaryWay);
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  private int[] back(DeviceArray numbers, Redistribution way) {
    try (DeviceArray home = way.sendBack(numbers, 1)) {
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
