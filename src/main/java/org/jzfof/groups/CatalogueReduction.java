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
 * Sorts the groups of all ranks into catalogue order. The input is the evaluated groups of every
 * rank; the result on each rank is its range of the catalogue, and the catalogue index of each of
 * its groups. The ranks sort their groups, and later the groups that they received, on their
 * devices.
 */
public final class CatalogueReduction {
  private final GroupKernels groups;
  private final ParticleKernels particles;
  private final ArrayExchange arrays;
  private final DeviceMemory memory;
  private final Communicator comm;

  /** Every rank creates one. */
  public CatalogueReduction(
      GroupKernels groups, ParticleKernels particles, ArrayExchange arrays, DeviceMemory memory) {
    this.groups = groups;
    this.particles = particles;
    this.arrays = arrays;
    this.memory = memory;
    this.comm = arrays.comm();
  }

  /**
   * Result of {@link #sort}.
   *
   * @param starts catalogue index of the first group of each range, and the number of all groups
   *     [size+1]
   * @param number catalogue index of each group of this rank
   * @param order groups of this rank by catalogue index; null if no lengths were requested
   * @param lengthType members of this rank per group and slot; null if no lengths were requested
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
   * Sorts the groups. Every rank calls this method.
   *
   * @param lengths columns whose slots are the types with requested lengths; null for no lengths
   * @throws org.jzfof.error.MemoryException if Java arrays are too short for the range of this rank
   */
  public Result sort(EvaluatedGroups local, SumColumns lengths) {
    int types = local.table().types();
    int width = GroupTable.width(types);
    int[] spanning = local.properties().spanning();
    int parts = spanning.length - local.owned().length;
    try (DeviceArray rowOf = particles.inverse(local.table().order());
        DeviceArray rows = particles.gather(local.table().rows(), width, rowOf)) {
      long[] lengthType =
          lengths == null
              ? null
              : columns(rows, width, GroupTable.LENGTH_TYPE + lengths.firstType(), lengths.slots());
      groups.replaceRows(rows, width, spanning, spanning(local, width));
      try (DeviceArray order = groups.order(rows, width);
          DeviceArray complete = memory.slice(order, 0, order.length() - parts); // parts come last
          Scope results = new Scope()) {
        long[] leave = ranges(rows, width, complete);
        long[] arrive = arrays.announce(leave);
        GroupTable.requireRoom(arrive[comm.size()], types);
        try (DeviceArray received = arrays.sendRows(rows, width, complete, leave, arrive);
            DeviceArray inOrder = groups.order(received, width)) {
          GroupTable range =
              results.add(new GroupTable(types, particles.gather(received, width, inOrder), null));
          long[][] counts = comm.allGather(new long[] {range.groups()});
          long[] starts = ArrayParts.offsets(comm.size(), r -> counts[r][0]);
          long[] number = numbers(starts[comm.rank()], inOrder, arrive, leave, order);
          copyToParts(local.properties(), number);
          int[] byNumber = lengths == null ? null : byNumber(memory.toInts(order), parts, number);
          return results.keep(new Result(range, starts, number, byNumber, lengthType));
        }
      }
    }
  }

  /** Returns which groups of this rank, in order, belong to the range of each rank. */
  private long[] ranges(DeviceArray rows, int width, DeviceArray order) {
    return GroupRanges.of(
        comm,
        order.length(),
        samples -> {
          try (DeviceArray at = memory.upload(samples);
              DeviceArray sampled = particles.gather(order, 1, at);
              DeviceArray groups = particles.gather(rows, width, sampled)) {
            return columns(groups, width, GroupTable.ID, 2);
          }
        });
  }

  private long[] columns(DeviceArray rows, int width, int first, int count) {
    try (DeviceArray columns = memory.columns(rows, width, first, count)) {
      return memory.toLongs(columns);
    }
  }

  /**
   * Returns the rows of the groups that span ranks: an owned group has the properties of all its
   * members, a part has no members.
   */
  private static long[] spanning(EvaluatedGroups local, int width) {
    int[] owned = local.owned();
    long[] ofOwned = local.rows().toTable(IntStream.range(0, owned.length).toArray());
    long[] rows = new long[local.properties().spanning().length * width];
    for (int i = 0; i < owned.length; i++) {
      System.arraycopy(ofOwned, i * width, rows, owned[i] * width, width);
    }
    return rows;
  }

  /**
   * Sends catalogue indices back to the ranks from which the groups came.
   *
   * @param first catalogue index of the first group in the range of this rank
   * @param rangeOrder received group of each row in the range of this rank
   * @param arrive offsets of the groups received from each rank
   * @param leave offsets, in the order, of the groups sent to each rank
   * @param order groups of this rank; groups that were not sent are last
   * @return catalogue index of each group; undefined for groups that were not sent
   */
  private long[] numbers(
      long first, DeviceArray rangeOrder, long[] arrive, long[] leave, DeviceArray order) {
    try (DeviceArray inRange = particles.inverse(rangeOrder);
        DeviceArray range = memory.range(ElementType.I64, first, rangeOrder.length());
        DeviceArray indices = particles.gather(range, 1, inRange);
        DeviceArray back = memory.allocate(ElementType.I64, order.length());
        DeviceArray inOrder = particles.inverse(order)) {
      arrays.exchangeRows(1, indices, arrive, back, leave);
      try (DeviceArray number = particles.gather(back, 1, inOrder)) {
        return memory.toLongs(number);
      }
    }
  }

  /**
   * Returns all groups of this rank by catalogue index.
   *
   * @param order groups of this rank; parts of groups of other ranks are last
   */
  private static int[] byNumber(int[] order, int parts, long[] number) {
    int complete = order.length - parts;
    int[] last =
        Arrays.stream(order, complete, order.length)
            .boxed()
            .sorted(Comparator.comparingLong(part -> number[part]))
            .mapToInt(part -> part)
            .toArray();
    int[] merged = new int[order.length];
    int part = 0;
    int next = 0;
    for (int i = 0; i < merged.length; i++) {
      boolean isPart = next == complete || part < parts && number[last[part]] < number[order[next]];
      merged[i] = isPart ? last[part++] : order[next++];
    }
    return merged;
  }

  /** Gives parts the catalogue index of their group. */
  private static void copyToParts(SharedProperties properties, long[] number) {
    int[] spanning = properties.spanning();
    long[] indices = ArrayParts.take(number, spanning);
    properties.copyToParts(indices, 1);
    for (int i = 0; i < spanning.length; i++) {
      number[spanning[i]] = indices[i];
    }
  }
}
