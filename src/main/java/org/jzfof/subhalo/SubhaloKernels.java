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
  default List<List<Subhalo>> find(SubhaloMembers members, SubhaloPhysics physics) {
    return find(members, physics, CandidateSource.ofLinks(members, physics));
  }

  /**
   * The same in candidates that are given. A group may be part of a larger one.
   *
   * @param members of which the links are of no meaning
   */
  List<List<Subhalo>> find(
      SubhaloMembers members, SubhaloPhysics physics, CandidateSource candidates);
}
