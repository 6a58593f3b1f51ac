package org.jzfof.subhalo;

import java.util.List;
import org.jzfof.subhalo.members.SubhaloMembers;

/** Finds the subhaloes of groups on a device. */
public interface SubhaloKernels {
  /** Members that a subhalo has at least, and near ones among which denser ones are looked for. */
  int LEAST = 20;

  /**
   * The subhaloes of each group by rank: the longest first, of equal ones that with the smallest
   * member ID. The answer depends neither on the order of members and groups nor on the device.
   *
   * @return for each group, in order; none where nothing is bound
   * @throws IllegalArgumentException if a member that is said to be denser is not
   */
  List<List<Subhalo>> find(SubhaloMembers members, SubhaloPhysics physics);
}
