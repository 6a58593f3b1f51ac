package org.jzfof.catalogue.particles;

import org.jzfof.config.GroupNumbering;

/**
 * The group and the subhalo of every particle of some types, in the order of the snapshot.
 *
 * @param groups the group of each
 * @param subhaloes the subhalo of each; null where none were looked for
 * @param places place of each among those of its group and type, where it is in a subhalo; null
 *     likewise
 */
public record ParticleGroups(GroupNumbers groups, GroupNumbers subhaloes, GroupNumbers places) {
  /** Without subhaloes. */
  public ParticleGroups(GroupNumbers groups) {
    this(groups, null, null);
  }

  /** The numbers that a dataset has; null where they were not looked for. */
  GroupNumbers of(GroupNumbering numbering) {
    return numbering.ofSubhaloes() ? subhaloes : groups;
  }

  /** Whether subhaloes were looked for. */
  boolean hasSubhaloes() {
    return subhaloes != null;
  }
}
