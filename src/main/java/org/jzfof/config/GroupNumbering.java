package org.jzfof.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Datasets that say which group or which subhalo a particle is in, and how their readers number
 * these.
 */
public enum GroupNumbering {
  /** The row of the group in the catalogue. */
  GROUP_NUMBER("GroupNumber", false, 0, -1),
  /** As SWIFT's friends-of-friends. */
  FOF_GROUP_IDS("FOFGroupIDs", false, 1, Integer.MAX_VALUE),
  /** As caesar reads it. */
  HALO_ID("HaloID", false, 1, 0),
  /** The row of the subhalo in the catalogue. */
  SUBHALO_NUMBER("SubhaloNumber", true, 0, -1),
  /** The same as SOAP names it, and swiftgalaxy reads it. */
  GROUP_NR_BOUND("GroupNr_bound", true, 0, -1);

  private final String dataset;
  private final boolean ofSubhaloes;
  private final int first;
  private final long none;

  GroupNumbering(String dataset, boolean ofSubhaloes, int first, long none) {
    this.dataset = dataset;
    this.ofSubhaloes = ofSubhaloes;
    this.first = first;
    this.none = none;
  }

  /** The names of several datasets. */
  public static String names(List<GroupNumbering> numberings) {
    return numberings.stream().map(GroupNumbering::dataset).collect(Collectors.joining(", "));
  }

  /** Name of the dataset. */
  public String dataset() {
    return dataset;
  }

  /** Whether it numbers subhaloes, not groups. */
  public boolean ofSubhaloes() {
    return ofSubhaloes;
  }

  /** Whether its numbers are rows of a catalogue, which have 32 bits. */
  public boolean isRow() {
    return first == 0;
  }

  /** Number of a group or subhalo by its row in the catalogue. */
  public long number(int row) {
    return (long) first + row;
  }

  /** Number of particles in none. */
  public long none() {
    return none;
  }

  /** The description of the dataset, without the order of the particles. */
  public String description() {
    return "%s of each particle, from %d; %d for none"
        .formatted(ofSubhaloes ? "subhalo" : "group", first, none);
  }

  @Override
  public String toString() { // as it is given
    return dataset;
  }
}
