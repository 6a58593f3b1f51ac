package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/**
 * Reduces the members of groups that several ranks share to a catalogue: needs the member lists of
 * every rank, leaves the catalogue on rank 0, and on every rank the place of each of its groups in
 * it.
 */
public final class CatalogueReduction {
  private final GroupKernels kernels;
  private final DeviceMemory memory;
  private final FixedPoint map;
  private final Communicator comm;

  /**
   * @param kernels of the backend that holds the particles
   * @param memory of that backend
   * @param map fixed-point map of the box
   * @param comm the ranks
   */
  public CatalogueReduction(
      GroupKernels kernels, DeviceMemory memory, FixedPoint map, Communicator comm) {
    this.kernels = kernels;
    this.memory = memory;
    this.map = map;
    this.comm = comm;
  }

  /**
   * The outcome.
   *
   * @param catalogue without member IDs; of no groups but on rank 0
   * @param number place in the catalogue of each group of this rank
   * @param lengthType members of this rank per group and type
   */
  public record Result(GroupCatalogue catalogue, long[] number, long[] lengthType) {}

  /** Evaluates the properties of all groups; every rank calls it. */
  public Result reduce(
      MemberList members, SharedGroups shared, SortedPoints points, Particles particles) {
    SharedProperties properties = new SharedProperties(memory.toInts(members.roots()), shared);
    GroupReferences references = kernels.references(members, points, particles);
    properties.agreeOn(references);
    GroupSums sums = kernels.sums(members, references, points, particles);
    long[] lengthType = sums.count().clone();
    properties.addUp(sums);
    int[] own = groupsOfThisRank(properties.isPart());
    GroupRows all = GroupRows.of(map, sums, references, own).gather(comm);
    int[] order = all.order();
    long[] number = new long[members.groups()];
    long[] numberOfOwn = numbers(order, own.length);
    for (int i = 0; i < own.length; i++) {
      number[own[i]] = numberOfOwn[i];
    }
    properties.spread(number);
    GroupRows inOrder = new GroupRows(sums.types(), all.inOrder(order));
    return new Result(inOrder.toCatalogue(), number, lengthType);
  }

  private static int[] groupsOfThisRank(boolean[] isPart) {
    int[] own = new int[isPart.length];
    int count = 0;
    for (int g = 0; g < isPart.length; g++) {
      if (!isPart[g]) {
        own[count++] = g;
      }
    }
    return Arrays.copyOf(own, count);
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
