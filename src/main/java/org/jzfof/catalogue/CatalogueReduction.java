package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * Brings the groups of all ranks together: needs the evaluated groups of every rank, leaves the
 * catalogue on rank 0, and on every rank the place of each of its groups in it. Rank 0 orders the
 * groups on its device.
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
   * @param arrays the ranks
   * @param memory of that backend
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
   * @param catalogue without member IDs; of no groups but on rank 0
   * @param number I32 place in the catalogue of each group of this rank
   * @param lengthType members of this rank per group and type; null where they were not asked for
   */
  public record Result(GroupCatalogue catalogue, DeviceArray number, long[] lengthType) {}

  /**
   * Collects the groups; every rank calls it.
   *
   * @param withLengths whether to tell the members of this rank per group
   */
  public Result collect(EvaluatedGroups here, boolean withLengths) {
    int types = here.table().types();
    int width = GroupTable.width(types);
    try (DeviceArray place = particles.inverse(here.table().order());
        DeviceArray rows = particles.gather(here.table().rows(), width, place)) {
      long[] lengths = withLengths ? new GroupRows(types, memory.toLongs(rows)).lengthType() : null;
      putSpanning(here, rows, width);
      int parts = here.properties().spanning().length - here.owned().length;
      long[][] counts = comm.allGather(new long[] {here.table().order().length(), parts});
      GroupTable.requireRoom(Arrays.stream(counts).mapToLong(c -> c[0]).sum(), types);
      try (DeviceArray all = toRankZero(rows, counts, width);
          DeviceArray order = groups.order(all, width);
          Scope made = new Scope()) {
        GroupCatalogue catalogue = catalogue(all, order, counts, types);
        DeviceArray number = made.add(places(order, counts));
        spread(here.properties(), number);
        return made.keep(new Result(catalogue, number, lengths));
      }
    }
  }

  /** Owned groups get the properties of all their members; parts get no members, and come last. */
  private void putSpanning(EvaluatedGroups here, DeviceArray rows, int width) {
    int[] spanning = here.properties().spanning();
    long[] values = new long[width * spanning.length];
    for (int i = 0; i < here.owned().length; i++) {
      System.arraycopy(here.rows().values(), i * width, values, here.owned()[i] * width, width);
    }
    groups.replaceRows(rows, width, spanning, values);
  }

  /**
   * The rows of all ranks, in the order of their ranks and groups: then groups that nothing tells
   * apart, where IDs are repeated, are in one order on any number of ranks.
   */
  private DeviceArray toRankZero(DeviceArray rows, long[][] counts, int width) {
    long[] own = startOfRank(counts, comm.rank() == 0);
    try (Scope made = new Scope()) {
      DeviceArray all = made.add(memory.allocate(ElementType.I64, width * own[comm.size()]));
      arrays.exchangeRows(width, rows, toZero(counts), all, own);
      return made.keep(all);
    }
  }

  /** Groups of lower ranks, on rank 0; there are none elsewhere [size+1]. */
  private static long[] startOfRank(long[][] counts, boolean here) {
    return Parts.starts(counts.length, r -> here ? counts[r][0] : 0);
  }

  /** The ranges of an exchange in which this rank has all its groups for rank 0 [size+1]. */
  private long[] toZero(long[][] counts) {
    long[] start = new long[counts.length + 1];
    Arrays.fill(start, 1, start.length, counts[comm.rank()][0]);
    return start;
  }

  private GroupCatalogue catalogue(DeviceArray all, DeviceArray order, long[][] counts, int types) {
    long parts = comm.rank() == 0 ? Arrays.stream(counts).mapToLong(c -> c[1]).sum() : 0;
    try (DeviceArray kept = memory.slice(order, 0, order.length() - parts);
        DeviceArray rows = particles.gather(all, GroupTable.width(types), kept)) {
      return new GroupRows(types, memory.toLongs(rows)).toCatalogue();
    }
  }

  /** Rank 0 tells every rank the places of its rows in the catalogue. */
  private DeviceArray places(DeviceArray order, long[][] counts) {
    try (DeviceArray places = particles.inverse(order);
        Scope made = new Scope()) {
      DeviceArray number = made.add(memory.allocate(ElementType.I32, counts[comm.rank()][0]));
      long[] own = startOfRank(counts, comm.rank() == 0);
      arrays.exchangeRows(1, places, own, number, toZero(counts));
      return made.keep(number);
    }
  }

  /** Parts have the place of their group. */
  private void spread(SharedProperties properties, DeviceArray number) {
    int[] spanning = properties.spanning();
    int[] places = memory.pick(number, 1, spanning);
    long[] ofSpanning = new long[places.length];
    Arrays.setAll(ofSpanning, i -> places[i]);
    properties.spread(ofSpanning, 1);
    Arrays.setAll(places, i -> (int) ofSpanning[i]);
    memory.put(number, spanning, places);
  }
}
