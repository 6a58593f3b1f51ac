package org.jzfof.fof;

import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.tree.Tree;

/**
 * Attaches secondary particles to groups. The input is the links between the primary particles of
 * all ranks; the result is links that include the secondary particles. Each of these belongs to the
 * group of its nearest primary particle within the linking length, or to no group (Gadget-4,
 * fof_nearest, which searches within several linking lengths).
 */
public final class Attachment {
  private final AttachKernels kernels;
  private final FofKernels fof;
  private final LinkCriterion criterion;
  private final Communicator comm;
  private final DeviceMemory memory;

  public Attachment(
      AttachKernels kernels,
      FofKernels fof,
      LinkCriterion criterion,
      Communicator comm,
      DeviceMemory memory) {
    this.kernels = kernels;
    this.fof = fof;
    this.criterion = criterion;
    this.comm = comm;
    this.memory = memory;
  }

  /**
   * Attaches the secondary particles of this rank. Every rank calls this method.
   *
   * @param links links between the primary particles; closed
   * @param secondary secondary particles of this rank; primary and secondary particles together are
   *     at least one fewer than the maximum of a rank
   * @return links of the primary particles, then the secondary ones, then one extra root for
   *     secondary particles of no group
   */
  public GroupLinks attach(
      Tree tree, SortedPoints primary, GroupLinks links, SortedPoints secondary) {
    long n = primary.count();
    int unattached = (int) (n + secondary.count());
    Map<Integer, Long> outside = links.outside().toMap();
    try (links;
        Scope results = new Scope();
        AttachKernels.Nearest nearest =
            kernels.nearest(tree, primary, secondary, criterion, unattached)) {
      DeviceArray pointers =
          results.add(memory.allocate(ElementType.I32, n + secondary.count() + 1));
      memory.copy(links.pointers(), pointers, n);
      memory.copy(nearest.index(), pointers, n, secondary.count());
      memory.put(pointers, new int[] {unattached}, new int[] {unattached});
      if (comm.size() > 1) {
        GhostAttachment ghosts = new GhostAttachment(kernels, criterion, comm, memory);
        ghosts.attach(tree, primary, links, secondary, nearest);
        ghosts.setPointers(pointers, (int) n, outside);
      }
      fof.contract(pointers);
      return results.keep(new GroupLinks(pointers, SpanningGroups.of(outside), unattached));
    }
  }
}
