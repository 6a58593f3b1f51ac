package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.centres.GroupCentres;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.error.UsageException;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.SharedGroups;
import org.jzfof.pipeline.slices.ConeSlice;
import org.jzfof.threads.Parallel;

/**
 * Selects the groups of a slice of a light cone, those whose nearest member is in its range of
 * distances. The input is the members of all groups of a rank; groups may span ranks.
 */
public final class SliceGroups {
  /**
   * Number of linking lengths in which a member could be linked, or attached, to more particles.
   */
  public static final int REACH = 3;

  private static final int BLOCK = 1 << 22;

  /** Number of groups that a thread takes at a time: a group has tens to thousands of members. */
  private static final int GROUPS = 1 << 8;

  private final Backend backend;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final LightconeSearch search;
  private final double linkingLength;

  SliceGroups(Backend backend, Communicator comm, LightconeSearch search, double linkingLength) {
    this.backend = backend;
    this.memory = backend.memory();
    this.comm = comm;
    this.search = search;
    this.linkingLength = linkingLength;
  }

  /**
   * Returns the members of the groups of the slice; every rank calls it.
   *
   * @param members all groups of this rank, which the caller closes
   * @param points points that include the members
   * @throws UsageException if a group of the slice reaches to where particles may be missing
   */
  MemberList select(MemberList members, SharedGroups shared, SortedPoints points) {
    long[] start = memory.toLongs(members.start());
    double[] nearest = new double[members.groups()];
    double[] farthest = new double[members.groups()];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    widen(nearest, farthest, start, members, points);
    if (comm.size() > 1) {
      int[] roots = ArrayParts.join(new int[][] {shared.parts(), shared.owned()});
      int[] numbers = backend.groups().numbersOf(members, roots);
      combine(nearest, numbers, shared, Math::min);
      combine(farthest, numbers, shared, Math::max);
    }
    ConeSlice slice = search.slice();
    int[] kept =
        IntStream.range(0, nearest.length).filter(g -> slice.owns(Math.sqrt(nearest[g]))).toArray();
    requireComplete(kept, nearest, farthest);
    return of(members, start, kept);
  }

  /** Widens the squared distances of groups to hold their members on this rank. */
  private void widen(
      double[] nearest, double[] farthest, long[] start, MemberList members, SortedPoints points) {
    long all = start[nearest.length];
    HostMemory host = new HostMemory(); // new arrays for each block would take longer
    double[] squares = new double[(int) Math.min(BLOCK, all)];
    for (long at = 0; at < all; at += BLOCK) {
      int count = (int) Math.min(BLOCK, all - at);
      squares(members, points, at, count, host, squares);
      int first = ArrayParts.partOf(start, at);
      int end = ArrayParts.partOf(start, at + count - 1) + 1;
      long from = at;
      Parallel.forEach(
          end - first,
          GROUPS,
          i -> {
            int g = first + i;
            int last = (int) Math.min(count, start[g + 1] - from);
            double least = nearest[g];
            double most = farthest[g];
            for (int m = (int) Math.max(0, start[g] - from); m < last; m++) {
              least = Math.min(least, squares[m]);
              most = Math.max(most, squares[m]);
            }
            nearest[g] = least;
            farthest[g] = most;
          });
    }
  }

  private void squares(
      MemberList members,
      SortedPoints points,
      long at,
      int count,
      HostMemory host,
      double[] squares) {
    try (DeviceArray rows = memory.slice(members.members(), at, count);
        HostColumn x = gather(points.x(), rows, host);
        HostColumn y = gather(points.y(), rows, host);
        HostColumn z = gather(points.z(), rows, host)) {
      Parallel.forRange(
          count,
          Parallel.GRAIN,
          (from, to) -> {
            int[] fixed = new int[3 * (to - from)];
            for (int i = from; i < to; i++) {
              fixed[3 * (i - from)] = (int) x.getLong(i);
              fixed[3 * (i - from) + 1] = (int) y.getLong(i);
              fixed[3 * (i - from) + 2] = (int) z.getLong(i);
            }
            System.arraycopy(search.squares(fixed), 0, squares, from, to - from);
          });
    }
  }

  private HostColumn gather(DeviceArray column, DeviceArray rows, HostMemory host) {
    try (DeviceArray values = backend.particles().gather(column, 1, rows)) {
      return host.fetch(memory, values);
    }
  }

  /**
   * Gives all parts of a group the extreme of their values.
   *
   * @param numbers group of each part and each owned group of {@code shared}, or negative
   */
  private static void combine(
      double[] values, int[] numbers, SharedGroups shared, DoubleBinaryOperator extreme) {
    int parts = shared.parts().length;
    long[] own = new long[parts];
    Arrays.setAll(own, p -> bits(values, numbers[p]));
    long[] ofParts = shared.toOwners(own, 1);
    int[] entries = shared.entries();
    for (int e = 0; e < entries.length; e++) {
      int g = numbers[parts + entries[e]];
      if (g >= 0) {
        values[g] = extreme.applyAsDouble(values[g], Double.longBitsToDouble(ofParts[e]));
      }
    }
    long[] ofOwners = new long[entries.length];
    Arrays.setAll(ofOwners, e -> bits(values, numbers[parts + entries[e]]));
    long[] all = shared.toParts(ofOwners, 1);
    for (int p = 0; p < parts; p++) {
      if (numbers[p] >= 0) {
        values[numbers[p]] = Double.longBitsToDouble(all[p]);
      }
    }
  }

  private static long bits(double[] values, int group) {
    return group < 0 ? 0 : Double.doubleToRawLongBits(values[group]);
  }

  private void requireComplete(int[] kept, double[] nearest, double[] farthest) {
    double[] longest = {0, 0};
    for (int g : kept) {
      if (farthest[g] > longest[1]) {
        longest[0] = nearest[g];
        longest[1] = farthest[g];
      }
    }
    double[] ofAll = comm.allGather(longest);
    for (int i = 0; i < ofAll.length; i += 2) {
      if (ofAll[i + 1] > longest[1]) {
        longest[0] = ofAll[i];
        longest[1] = ofAll[i + 1];
      }
    }
    double end = search.slice().completeTo();
    double reach = REACH * linkingLength;
    if (Math.sqrt(longest[1]) > end - reach) {
      throw new UsageException(
          "a group reaches from a distance of %.6g to %.6g or farther, and for slice %d particles are complete to %.6g: give an --overlap above %.3g, or fewer --slices"
              .formatted(
                  Math.sqrt(longest[0]),
                  Math.sqrt(longest[1]),
                  search.slice().number(),
                  end,
                  2 * (end - search.slice().to())));
    }
  }

  /** Returns some of the groups. */
  private MemberList of(MemberList members, long[] start, int[] kept) {
    long[] starts = ArrayParts.offsets(kept.length, i -> start[kept[i] + 1] - start[kept[i]]);
    int[] rows = new int[Math.toIntExact(starts[kept.length])];
    Parallel.forEach(
        kept.length,
        GROUPS,
        i -> {
          for (long m = starts[i]; m < starts[i + 1]; m++) {
            rows[(int) m] = (int) (start[kept[i]] + m - starts[i]);
          }
        });
    try (Scope made = new Scope();
        DeviceArray groups = memory.upload(kept);
        DeviceArray which = memory.upload(rows)) {
      return made.keep(
          new MemberList(
              made.add(backend.particles().gather(members.roots(), 1, groups)),
              made.add(memory.upload(starts)),
              made.add(backend.particles().gather(members.members(), 1, which))));
    }
  }

  /**
   * Returns the fixed-point position [3G] of the first member on the Morton curve of each group in
   * this rank's range of the catalogue; every rank calls it.
   */
  static int[] first(
      Backend backend,
      Communicator comm,
      GroupReducer.GroupsInMemory reduced,
      SortedPoints points) {
    int[] roots = backend.memory().toInts(reduced.groups().members().roots());
    int[] position = new int[3 * roots.length];
    DeviceArray[] columns = {points.x(), points.y(), points.z()};
    for (int d = 0; d < columns.length; d++) {
      int[] picked = backend.memory().pick(columns[d], 1, roots);
      for (int g = 0; g < roots.length; g++) {
        position[3 * g + d] = picked[g];
      }
    }
    GroupCentres first = new GroupCentres(position, new long[roots.length]);
    return SphereStage.toOwners(comm, first, reduced.groups(), reduced.catalogue().groups())
        .position();
  }
}
