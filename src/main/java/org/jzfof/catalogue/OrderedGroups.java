package org.jzfof.catalogue;

import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/**
 * Groups with their place in the catalogue.
 *
 * @param references the member with the smallest ID of each group of the member list
 * @param order groups of the member list in catalogue order
 */
public record OrderedGroups(GroupReferences references, int[] order) {

  /** Orders the groups of a member list: needs the points and the particle IDs. */
  public static OrderedGroups of(
      MemberList members, SortedPoints points, Particles particles, GroupKernels kernels) {
    GroupReferences references = kernels.references(members, points, particles);
    long[] length = new long[members.groups()];
    for (int g = 0; g < length.length; g++) {
      length[g] = members.length(g);
    }
    return new OrderedGroups(references, GroupOrder.of(length, references.id()));
  }
}
