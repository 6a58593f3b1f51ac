package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.fof.GroupLinks;

/**
 * Selects the groups that are long enough over all ranks: needs the contracted pointers, leaves the
 * members of this rank, group by group.
 */
public final class GroupSelection {
  private final GroupKernels kernels;
  private final DeviceMemory memory;

  /**
   * @param kernels of the backend that holds the pointers
   * @param memory of that backend
   */
  public GroupSelection(GroupKernels kernels, DeviceMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /**
   * @param links contracted
   * @param minLength smallest group kept
   */
  public MemberList select(GroupLinks links, SharedGroups shared, long minLength) {
    try (DeviceArray lengths = kernels.lengths(links.pointers())) {
      markShared(lengths, shared, minLength);
      if (links.nobody() != GroupLinks.NONE) {
        memory.put(lengths, new int[] {links.nobody()}, new int[] {0});
      }
      return kernels.select(links.pointers(), lengths, minLength);
    }
  }

  /** Groups that span ranks are kept or dropped by their whole length, on all ranks alike. */
  private void markShared(DeviceArray lengths, SharedGroups shared, long minLength) {
    int[] own = memory.pick(lengths, 1, shared.parts());
    long[] ofParts = shared.toOwners(Arrays.stream(own).asLongStream().toArray(), 1);
    int[] roots = Arrays.stream(shared.entries()).distinct().toArray();
    Arrays.sort(roots);
    int[] ofRoots = memory.pick(lengths, 1, roots);
    long[] total = Arrays.stream(ofRoots).asLongStream().toArray();
    for (int e = 0; e < ofParts.length; e++) {
      total[Arrays.binarySearch(roots, shared.entries()[e])] += ofParts[e];
    }
    long[] ofEntries =
        Arrays.stream(shared.entries())
            .mapToLong(root -> total[Arrays.binarySearch(roots, root)])
            .toArray();
    long[] wholeOfParts = shared.toParts(ofEntries, 1);
    mark(lengths, shared.parts(), own, wholeOfParts, minLength);
    mark(lengths, roots, ofRoots, total, minLength);
  }

  private void mark(DeviceArray lengths, int[] roots, int[] here, long[] whole, long minLength) {
    int[] marked = new int[roots.length];
    for (int i = 0; i < roots.length; i++) {
      marked[i] = whole[i] >= minLength ? -here[i] : 0;
    }
    memory.put(lengths, roots, marked);
  }
}
