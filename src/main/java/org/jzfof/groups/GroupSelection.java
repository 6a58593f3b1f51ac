package org.jzfof.groups;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.Unsigned;
import org.jzfof.fof.GroupLinks;

/**
 * Selects the groups that are long enough over all ranks. The input is the contracted pointers; the
 * result is the members on this rank, group by group.
 */
public final class GroupSelection {
  private final GroupKernels kernels;
  private final DeviceMemory memory;

  public GroupSelection(GroupKernels kernels, DeviceMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /**
   * @param links contracted pointers
   */
  public MemberList select(GroupLinks links, SharedGroups shared, int minLength) {
    try (DeviceArray lengths = kernels.lengths(links.pointers())) {
      int[] kept = dropShortShared(lengths, shared, minLength);
      if (links.none() != GroupLinks.NONE) {
        drop(lengths, new int[] {links.none()});
      }
      return kernels.select(links.pointers(), lengths, minLength, kept);
    }
  }

  /**
   * Drops the groups that span ranks and are too short over all ranks. All ranks take the same
   * decision.
   *
   * @return roots of the spanning groups that are kept
   */
  private int[] dropShortShared(DeviceArray lengths, SharedGroups shared, int minLength) {
    int[] roots = ArrayParts.join(new int[][] {shared.parts(), shared.owned()});
    long[] length = Unsigned.toLongs(memory.pick(lengths, 1, roots));
    int parts = shared.parts().length;
    long[] ofParts = shared.toOwners(Arrays.copyOf(length, parts), 1);
    int[] entries = shared.entries();
    for (int e = 0; e < entries.length; e++) {
      length[parts + entries[e]] += ofParts[e];
    }
    long[] ofEntries = new long[entries.length];
    Arrays.setAll(ofEntries, e -> length[parts + entries[e]]);
    System.arraycopy(shared.toParts(ofEntries, 1), 0, length, 0, parts);
    drop(lengths, filter(roots, g -> length[g] < minLength));
    return filter(roots, g -> length[g] >= minLength);
  }

  private static int[] filter(int[] roots, IntPredicate which) {
    return IntStream.range(0, roots.length).filter(which).map(g -> roots[g]).toArray();
  }

  private void drop(DeviceArray lengths, int[] roots) {
    memory.put(lengths, roots, new int[roots.length]);
  }
}
