package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.walk.RangeRows;
import org.jzfof.walk.RemoteKernels;

/**
 * Reduces the members of groups that several ranks share to a catalogue: needs the member lists of
 * every rank, leaves the catalogue on rank 0, and on every rank the place of each of its groups in
 * it.
 *
 * <p>Most groups lie on one rank and are evaluated on its device as if there were no others. Only
 * the groups that span ranks are looked at again, on the host. Rank 0 orders the groups of all
 * ranks on its device.
 */
public final class CatalogueReduction {
  private final Context context;
  private final Communicator comm;

  /**
   * What a reduction needs.
   *
   * @param groups kernels of the backend that holds the particles
   * @param particles kernels of that backend
   * @param ranges kernels of that backend
   * @param arrays the ranks
   * @param memory of that backend
   * @param map fixed-point map of the box
   */
  public record Context(
      GroupKernels groups,
      ParticleKernels particles,
      RemoteKernels ranges,
      ArrayExchange arrays,
      DeviceMemory memory,
      FixedPoint map) {}

  /** Every rank makes one. */
  public CatalogueReduction(Context context) {
    this.context = context;
    this.comm = context.arrays.comm();
  }

  /**
   * The groups of this rank.
   *
   * @param table all of them, by their members on this rank
   * @param properties merges those of the spanning groups
   * @param owned which of the spanning groups have their place in the catalogue from this rank
   * @param rows of the owned groups, by all their members
   */
  public record Evaluated(
      GroupTable table, SharedProperties properties, int[] owned, GroupRows rows)
      implements AutoCloseable {
    @Override
    public void close() {
      table.close();
    }
  }

  /** Evaluates the properties of all groups; every rank calls it. */
  public Evaluated evaluate(
      MemberList members, SharedGroups shared, SortedPoints points, Particles particles) {
    GroupKernels kernels = context.groups;
    int[] roots = Parts.join(new int[][] {shared.parts(), shared.owned()});
    SharedProperties properties = new SharedProperties(kernels.numbersOf(members, roots), shared);
    try (MemberList few = subset(members, properties.spanning())) {
      GroupReferences references = kernels.references(few, points, particles);
      // The device works on this while the ranks agree.
      GroupTable table = kernels.table(members, points, particles, context.map);
      properties.agreeOn(references);
      GroupSums sums = kernels.sums(few, references, points, particles);
      properties.addUp(sums);
      boolean[] isPart = properties.isPart();
      int[] owned = IntStream.range(0, isPart.length).filter(g -> !isPart[g]).toArray();
      GroupRows rows = GroupRows.of(context.map, sums, references, owned);
      return new Evaluated(table, properties, owned, rows);
    }
  }

  /** The members of some groups. */
  private MemberList subset(MemberList members, int[] groups) {
    DeviceMemory memory = context.memory;
    int[] ends = Arrays.stream(groups).flatMap(g -> IntStream.of(g, g + 1)).toArray();
    try (DeviceArray which = memory.upload(groups);
        DeviceArray endRows = memory.upload(ends);
        DeviceArray bounds = context.particles.gather(members.start(), 1, endRows)) {
      long[] bound = memory.toLongs(bounds);
      int[] ranges = new int[bound.length];
      long[] start = new long[groups.length + 1];
      for (int i = 0; i < groups.length; i++) {
        long length = bound[2 * i + 1] - bound[2 * i];
        ranges[2 * i] = (int) bound[2 * i];
        ranges[2 * i + 1] = (int) length;
        start[i + 1] = start[i] + length;
      }
      try (DeviceArray wanted = memory.upload(ranges);
          RangeRows rows = context.ranges.rows(wanted)) {
        return new MemberList(
            context.particles.gather(members.roots(), 1, which),
            memory.upload(start),
            context.particles.gather(members.members(), 1, rows.rows()));
      }
    }
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
   * Brings the groups of all ranks together; every rank calls it.
   *
   * @param withLengths whether to tell the members of this rank per group
   */
  public Result collect(Evaluated here, boolean withLengths) {
    int types = here.table.types();
    int width = GroupTable.width(types);
    try (DeviceArray place = context.particles.inverse(here.table.order());
        DeviceArray rows = context.particles.gather(here.table.rows(), width, place)) {
      long[] lengths =
          withLengths ? new GroupRows(types, context.memory.toLongs(rows)).lengthType() : null;
      putSpanning(here, rows, width);
      int parts = here.properties.spanning().length - here.owned.length;
      long[][] counts = comm.allGather(new long[] {here.table.order().length(), parts});
      GroupTable.requireRoom(Arrays.stream(counts).mapToLong(c -> c[0]).sum(), types);
      try (DeviceArray all = toRankZero(rows, counts, width);
          DeviceArray order = context.groups.order(all, width)) {
        GroupCatalogue catalogue = catalogue(all, order, counts, types);
        DeviceArray number = places(order, counts);
        spread(here.properties, number);
        return new Result(catalogue, number, lengths);
      }
    }
  }

  /** Owned groups get the properties of all their members; parts get no members, and come last. */
  private void putSpanning(Evaluated here, DeviceArray rows, int width) {
    int[] spanning = here.properties.spanning();
    long[] values = new long[width * spanning.length];
    for (int i = 0; i < here.owned.length; i++) {
      System.arraycopy(here.rows.values(), i * width, values, here.owned[i] * width, width);
    }
    context.groups.replaceRows(rows, width, spanning, values);
  }

  /**
   * The rows of all ranks, in the order of their ranks and groups: then groups that nothing tells
   * apart, where IDs are repeated, are in one order on any number of ranks.
   */
  private DeviceArray toRankZero(DeviceArray rows, long[][] counts, int width) {
    long[] own = startOfRank(counts, comm.rank() == 0);
    DeviceArray all = context.memory.allocate(ElementType.I64, width * own[comm.size()]);
    context.arrays.exchangeRows(width, rows, toZero(counts), all, own);
    return all;
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
    try (DeviceArray kept = context.memory.slice(order, 0, order.length() - parts);
        DeviceArray rows = context.particles.gather(all, GroupTable.width(types), kept)) {
      return new GroupRows(types, context.memory.toLongs(rows)).toCatalogue();
    }
  }

  /** Rank 0 tells every rank the places of its rows in the catalogue. */
  private DeviceArray places(DeviceArray order, long[][] counts) {
    DeviceArray number = context.memory.allocate(ElementType.I32, counts[comm.rank()][0]);
    try (DeviceArray places = context.particles.inverse(order)) {
      long[] own = startOfRank(counts, comm.rank() == 0);
      context.arrays.exchangeRows(1, places, own, number, toZero(counts));
    }
    return number;
  }

  /** Parts have the place of their group. */
  private void spread(SharedProperties properties, DeviceArray number) {
    int[] spanning = properties.spanning();
    int[] places = context.memory.pick(number, 1, spanning);
    long[] ofSpanning = new long[places.length];
    Arrays.setAll(ofSpanning, i -> places[i]);
    properties.spread(ofSpanning);
    Arrays.setAll(places, i -> (int) ofSpanning[i]);
    context.memory.put(number, spanning, places);
  }
}
