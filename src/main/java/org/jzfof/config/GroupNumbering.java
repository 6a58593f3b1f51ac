package org.jzfof.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Datasets with the group or the subhalo of each particle, and the numbering of groups or subhaloes
 * in them.
 */
public enum GroupNumbering {
  /** The row of the group in the catalogue. */
  GROUP_NUMBER("GroupNumber", false, 0, -1),
  /** Group numbers as in SWIFT's friends-of-friends output. */
  FOF_GROUP_IDS("FOFGroupIDs", false, 1, Integer.MAX_VALUE),
  /** Group numbers for caesar. */
  HALO_ID("HaloID", false, 1, 0),
  /** The row of the subhalo in the catalogue. */
  SUBHALO_NUMBER("SubhaloNumber", true, 0, -1),
  /** The row of the subhalo under the name of SOAP, for swiftgalaxy. */
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

  /** Whether the dataset numbers subhaloes, not groups. */
  public boolean ofSubhaloes() {
    return ofSubhaloes;
  }

  /** Whether the numbers are rows of a catalogue, which have 32 bits. */
  public boolean isRow() {
    return first == 0;
  }

  /** The number of a group or subhalo, from its row in the catalogue. */
  public long number(int row) {
    return (long) first + row;
  }

  /** The number for particles without a group or subhalo. */
  public long none() {
    return none;
  }

  /** The description of the dataset, without the order of the particles. */
  public String description() {
    return "%s of each particle, from %d; %d for none"
        .formatted(ofSubhaloes ? "subhalo" : "group", first, none);
  }

  @Override
  public String toString() { // the value of the option
    return dataset;
  }
}
