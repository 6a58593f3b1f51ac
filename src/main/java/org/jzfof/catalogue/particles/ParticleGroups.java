package org.jzfof.catalogue.particles;

import org.jzfof.config.GroupNumbering;

/**
 * The group and the subhalo of every particle of the given types, in the order of the snapshot.
 *
 * @param groups group of each particle
 * @param subhaloes subhalo of each particle; null if subhaloes were not searched for
 * @param memberIndices index of each particle of a subhalo among the members of its group and type;
 *     null likewise
 */
public record ParticleGroups(
    GroupNumbers groups, GroupNumbers subhaloes, GroupNumbers memberIndices) {
  /** Creates groups without subhaloes. */
  public ParticleGroups(GroupNumbers groups) {
    this(groups, null, null);
  }

  /** Returns the numbers of a dataset; null if they were not searched for. */
  GroupNumbers of(GroupNumbering numbering) {
    return numbering.ofSubhaloes() ? subhaloes : groups;
  }

  /** Returns whether subhaloes were searched for. */
  boolean hasSubhaloes() {
    return subhaloes != null;
  }
}
