package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.walk.RangeRows;
import org.jzfof.walk.RemoteKernels;

/**
 * Reduces the members of groups that several ranks share to a catalogue: needs the member lists of
 * every rank, leaves the catalogue on rank 0, and on every rank the place of each of its groups in
 * it.
 *
 * <p>Most groups lie on one rank and are evaluated on its device as if there were no others. Only
 * the groups that span ranks are looked at again, on the host.
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
   * @param memory of that backend
   * @param map fixed-point map of the box
   */
  public record Context(
      GroupKernels groups,
      ParticleKernels particles,
      RemoteKernels ranges,
      DeviceMemory memory,
      FixedPoint map) {}

  /**
   * @param comm the ranks
   */
  public CatalogueReduction(Context context, Communicator comm) {
    this.context = context;
    this.comm = comm;
  }

  /**
   * The groups of this rank.
   *
   * @param table all of them, by their members on this rank
   * @param spanning which of them have members on other ranks, increasing
   * @param properties merges those of the spanning groups
   * @param owned which of the spanning groups have their place in the catalogue from this rank
   * @param rows of the owned groups, by all their members
   */
  public record Evaluated(
      GroupTable table, int[] spanning, SharedProperties properties, int[] owned, GroupRows rows)
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
    GroupTable table = kernels.table(members, points, particles, context.map);
    int[] spanning = SharedProperties.groups(context.memory.toInts(members.roots()), shared);
    try (MemberList few = subset(members, spanning)) {
      int[] roots = context.memory.toInts(few.roots());
      SharedProperties properties = new SharedProperties(roots, shared);
      GroupReferences references = kernels.references(few, points, particles);
      properties.agreeOn(references);
      GroupSums sums = kernels.sums(few, references, points, particles);
      properties.addUp(sums);
      boolean[] isPart = properties.isPart();
      int[] owned = IntStream.range(0, roots.length).filter(g -> !isPart[g]).toArray();
      GroupRows rows = GroupRows.of(context.map, sums, references, owned);
      return new Evaluated(table, spanning, properties, owned, rows);
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
   * @param number place in the catalogue of each group of this rank
   * @param lengthType members of this rank per group and type
   */
  public record Result(GroupCatalogue catalogue, long[] number, long[] lengthType) {}

  /** Brings the groups of all ranks together; every rank calls it. */
  public Result collect(Evaluated here) {
    int[] order = context.memory.toInts(here.table.order());
    GroupRows inTable =
        new GroupRows(here.table.types(), context.memory.toLongs(here.table.rows()));
    OwnRows own = OwnRows.of(here, order, inTable);
    GroupRows all = own.rows.gather(comm);
    int[] places = all.order();
    long[] numbers = numbers(places, own.group.length);
    long[] number = new long[order.length];
    for (int i = 0; i < numbers.length; i++) {
      number[own.group[i]] = numbers[i];
    }
    long[] ofSpanning = Arrays.stream(here.spanning).mapToLong(g -> number[g]).toArray();
    here.properties.spread(ofSpanning);
    for (int i = 0; i < ofSpanning.length; i++) {
      number[here.spanning[i]] = ofSpanning[i];
    }
    return new Result(all.select(places).toCatalogue(), number, inTable.lengthType(order));
  }

  /**
   * The rows that this rank puts into the catalogue, in the order of its groups: then groups that
   * nothing tells apart, where IDs are repeated, are in one order on any number of ranks.
   *
   * @param rows of its whole groups, and of the spanning ones that it owns
   * @param group number of the group of each row, increasing
   */
  private record OwnRows(GroupRows rows, int[] group) {
    static OwnRows of(Evaluated here, int[] order, GroupRows inTable) {
      int[] whole =
          IntStream.range(0, order.length)
              .filter(row -> Arrays.binarySearch(here.spanning, order[row]) < 0)
              .toArray();
      int[] groups =
          IntStream.concat(
                  Arrays.stream(whole).map(row -> order[row]),
                  Arrays.stream(here.owned).map(i -> here.spanning[i]))
              .toArray();
      long[] sorted = new long[groups.length];
      Arrays.setAll(sorted, i -> (long) groups[i] << 32 | i);
      Arrays.parallelSort(sorted);
      int[] rows = Arrays.stream(sorted).mapToInt(s -> (int) s).toArray();
      return new OwnRows(
          inTable.select(whole).and(here.rows).select(rows),
          Arrays.stream(sorted).mapToInt(s -> (int) (s >>> 32)).toArray());
    }
  }

  /** Rank 0 tells every rank the places of its rows in the catalogue. */
  private long[] numbers(int[] order, int rowsHere) {
    long[][] rowsOfRank = comm.allGather(new long[] {rowsHere});
    long[][] messages = new long[comm.size()][0];
    if (comm.rank() == 0) {
      long[] place = new long[order.length];
      for (int i = 0; i < order.length; i++) {
        place[order[i]] = i;
      }
      int at = 0;
      for (int r = 0; r < comm.size(); r++) {
        int rows = (int) rowsOfRank[r][0];
        messages[r] = Arrays.copyOfRange(place, at, at + rows);
        at += rows;
      }
    }
    return comm.allToAll(messages)[0];
  }
}
