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
 * Attaches secondary particles to groups: needs the links between the primary particles of all
 * ranks, leaves links that also hold the secondary ones. Each belongs to the group of its nearest
 * primary particle within the linking length, or to none (Gadget-4, fof_nearest; which searches out
 * to several linking lengths).
 */
public final class Attachment {
  private final AttachKernels kernels;
  private final FofKernels fof;
  private final LinkCriterion criterion;
  private final Communicator comm;
  private final DeviceMemory memory;

  /**
   * @param kernels of the backend that holds the particles
   * @param fof of the same backend
   * @param criterion tells the linking length
   * @param memory of the backend
   */
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
   * Attaches the secondary particles of this rank; every rank calls it.
   *
   * @param tree over the primary particles
   * @param primary particles of this rank
   * @param links between them; closed
   * @param secondary particles of this rank; together one less than a rank can hold at most
   * @return links of the primary particles, the secondary ones behind them, and one more place to
   *     which the secondary particles of no group point
   */
  public GroupLinks attach(
      Tree tree, SortedPoints primary, GroupLinks links, SortedPoints secondary) {
    long n = primary.count();
    int unattached = (int) (n + secondary.count());
    Map<Integer, Long> outside = links.outside().toMap();
    try (links;
        Scope made = new Scope();
        AttachKernels.Nearest nearest =
            kernels.nearest(tree, primary, secondary, criterion, unattached)) {
      DeviceArray pointers = made.add(memory.allocate(ElementType.I32, n + secondary.count() + 1));
      memory.copy(links.pointers(), pointers, n);
      memory.copy(nearest.place(), pointers, n, secondary.count());
      memory.put(pointers, new int[] {unattached}, new int[] {unattached});
      if (comm.size() > 1) {
        GhostAttachment ghosts = new GhostAttachment(kernels, criterion, comm, memory);
        ghosts.attach(tree, primary, links, secondary, nearest);
        ghosts.point(pointers, (int) n, outside);
      }
      fof.contract(pointers);
      return made.keep(new GroupLinks(pointers, SpanningGroups.of(outside), unattached));
    }
  }
}
