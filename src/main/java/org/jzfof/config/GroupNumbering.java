package org.jzfof.config;

/** Datasets that say which group a particle is in, and how their readers number the groups. */
public enum GroupNumbering {
  /** The row of the group in the catalogue. */
  GROUP_NUMBER("GroupNumber", 0, -1),
  /** As SWIFT's friends-of-friends. */
  FOF_GROUP_IDS("FOFGroupIDs", 1, Integer.MAX_VALUE),
  /** As caesar reads it. */
  HALO_ID("HaloID", 1, 0);

  private final String dataset;
  private final int first;
  private final long none;

  GroupNumbering(String dataset, int first, long none) {
    this.dataset = dataset;
    this.first = first;
    this.none = none;
  }

  /** Name of the dataset. */
  public String dataset() {
    return dataset;
  }

  /** Number of a group by its row in the catalogue. */
  public long number(int row) {
    return (long) first + row;
  }

  /** Number of particles in no group. */
  public long none() {
    return none;
  }

  /** The description of the dataset, without the order of the particles. */
  public String description() {
    return "group of each particle, from %d; %d for none".formatted(first, none);
  }

  @Override
  public String toString() { // as it is given
    return dataset;
  }
}
