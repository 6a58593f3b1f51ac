package org.jzfof.groups;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * Brings the groups of all ranks into one order: needs the evaluated groups of every rank, leaves a
 * range of the catalogue on each, and on every rank the place of each of its groups in it. The
 * ranks order their groups, and then what has come to their ranges, on their devices.
 */
public final class CatalogueReduction {
  private final GroupKernels groups;
  private final ParticleKernels particles;
  private final ArrayExchange arrays;
  private final DeviceMemory memory;
  private final Communicator comm;

  /**
   * Every rank makes one.
   *
   * @param groups kernels of the backend that holds the groups
   * @param particles kernels of that backend
   */
  public CatalogueReduction(
      GroupKernels groups, ParticleKernels particles, ArrayExchange arrays, DeviceMemory memory) {
    this.groups = groups;
    this.particles = particles;
    this.arrays = arrays;
    this.memory = memory;
    this.comm = arrays.comm();
  }

  /**
   * The outcome.
   *
   * @param range this rank's range of the catalogue
   * @param starts number of the first group of each rank, and of all groups [size+1]
   * @param number place in the catalogue of each group of this rank
   * @param order groups of this rank by their places, where lengths were asked for
   * @param lengthType members of this rank per group and slot, where they were asked for
   */
  public record Result(
      GroupTable range, long[] starts, long[] number, int[] order, long[] lengthType)
      implements AutoCloseable {
    @Override
    public void close() {
      range.close();
    }
  }

  /**
   * Sorts the groups; every rank calls it.
   *
   * @param lengths the types whose lengths are wanted, those that have slots; or null
   * @throws org.jzfof.error.MemoryException if this rank has no arrays for its range
   */
  public Result sort(EvaluatedGroups here, SumColumns lengths) {
    int types = here.table().types();
    int width = GroupTable.width(types);
    int[] spanning = here.properties().spanning();
    int parts = spanning.length - here.owned().length;
    try (DeviceArray place = particles.inverse(here.table().order());
        DeviceArray rows = particles.gather(here.table().rows(), width, place)) {
      long[] lengthType =
          lengths == null
              ? null
              : columns(rows, width, GroupTable.LENGTH_TYPE + lengths.firstType(), lengths.slots());
      groups.replaceRows(rows, width, spanning, spanning(here, width));
      try (DeviceArray order = groups.order(rows, width);
          DeviceArray whole = memory.slice(order, 0, order.length() - parts); // parts come last
          Scope made = new Scope()) {
        long[] leave = ranges(rows, width, whole);
        long[] arrive = arrays.announce(leave);
        GroupTable.requireRoom(arrive[comm.size()], types);
        try (DeviceArray came = arrays.sendRows(rows, width, whole, leave, arrive);
            DeviceArray own = groups.order(came, width)) {
          GroupTable range =
              made.add(new GroupTable(types, particles.gather(came, width, own), null));
          long[][] counts = comm.allGather(new long[] {range.groups()});
          long[] starts = ArrayParts.starts(comm.size(), r -> counts[r][0]);
          long[] number = numbers(starts[comm.rank()], own, arrive, leave, order);
          spread(here.properties(), number);
          int[] byNumber = lengths == null ? null : byNumber(memory.toInts(order), parts, number);
          return made.keep(new Result(range, starts, number, byNumber, lengthType));
        }
      }
    }
  }

  /** Which groups of this rank, in order, belong to the range of each rank. */
  private long[] ranges(DeviceArray rows, int width, DeviceArray order) {
    return GroupRanges.of(
        comm,
        order.length(),
        places -> {
          try (DeviceArray at = memory.upload(places);
              DeviceArray some = particles.gather(order, 1, at);
              DeviceArray groups = particles.gather(rows, width, some)) {
            return columns(groups, width, GroupTable.ID, 2);
          }
        });
  }

  private long[] columns(DeviceArray rows, int width, int first, int count) {
    try (DeviceArray columns = memory.columns(rows, width, first, count)) {
      return memory.toLongs(columns);
    }
  }

  /** Owned groups have the properties of all their members; parts have no members. */
  private static long[] spanning(EvaluatedGroups here, int width) {
    int[] owned = here.owned();
    long[] ofOwned = here.rows().toTable(IntStream.range(0, owned.length).toArray());
    long[] rows = new long[here.properties().spanning().length * width];
    for (int i = 0; i < owned.length; i++) {
      System.arraycopy(ofOwned, i * width, rows, owned[i] * width, width);
    }
    return rows;
  }

  /**
   * The places of groups in the catalogue go back to where these are from.
   *
   * @param first number of the first group of this rank
   * @param own the group that has come for each place of the range of this rank
   * @param arrive groups that have come from each rank
   * @param leave part of the order that went to each rank
   * @param order groups of this rank, those that went nowhere last
   * @return the place of each; of those that went nowhere, anything
   */
  private long[] numbers(
      long first, DeviceArray own, long[] arrive, long[] leave, DeviceArray order) {
    try (DeviceArray inRange = particles.inverse(own);
        DeviceArray range = memory.range(ElementType.I64, first, own.length());
        DeviceArray places = particles.gather(range, 1, inRange);
        DeviceArray back = memory.allocate(ElementType.I64, order.length());
        DeviceArray inOrder = particles.inverse(order)) {
      arrays.exchangeRows(1, places, arrive, back, leave);
      try (DeviceArray number = particles.gather(back, 1, inOrder)) {
        return memory.toLongs(number);
      }
    }
  }

  /**
   * All groups by their places.
   *
   * @param order groups of this rank, the parts of groups of other ranks last
   */
  private static int[] byNumber(int[] order, int parts, long[] number) {
    int whole = order.length - parts;
    int[] last =
        Arrays.stream(order, whole, order.length)
            .boxed()
            .sorted(Comparator.comparingLong(part -> number[part]))
            .mapToInt(part -> part)
            .toArray();
    int[] merged = new int[order.length];
    int part = 0;
    int next = 0;
    for (int i = 0; i < merged.length; i++) {
      boolean isPart = next == whole || part < parts && number[last[part]] < number[order[next]];
      merged[i] = isPart ? last[part++] : order[next++];
    }
    return merged;
  }

  /** Parts have the place of their group. */
  private static void spread(SharedProperties properties, long[] number) {
    int[] spanning = properties.spanning();
    long[] places = Arrays.stream(spanning).mapToLong(g -> number[g]).toArray();
    properties.spread(places, 1);
    for (int i = 0; i < spanning.length; i++) {
      number[spanning[i]] = places[i];
    }
  }
}
