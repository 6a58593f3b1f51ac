package org.jzfof.subhalo;

import org.jzfof.config.SubhaloOptions;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSource;

/** Finds the subhaloes of whole groups on a device. */
public interface SubhaloKernels {
  /** Members that a subhalo has at least, and near ones among which denser ones are looked for. */
  int LEAST = 20;

  /** Bytes of the Java heap that are needed to find the subhaloes of so many members. */
  long heapBytes(long members);

  /**
   * Takes the columns of members from those of particles.
   *
   * @param which numbers of members of the source, group by group [m]
   * @param start first member of each group, and their number [groups + 1]
   */
  GroupMembers gather(MemberSource source, int[] which, int[] start);

  /**
   * Finds the subhaloes of each group by rank: the longest first, of equal ones that with the
   * smallest member ID. The answer depends neither on the order of members and groups nor on the
   * device.
   *
   * @param members no two members of a group have the same ID
   * @param number of each group in the catalogue
   * @param options that the table has; its apertures are those of the physics
   */
  FoundSubhaloes find(
      GroupMembers members, long[] number, SubhaloPhysics physics, SubhaloOptions options);
}
