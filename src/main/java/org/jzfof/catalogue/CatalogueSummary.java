package org.jzfof.catalogue;

/**
 * What a report says of a catalogue, which itself can go when it is written.
 *
 * @param groups number of groups
 * @param members of all groups together
 * @param largest the first groups, at most {@link #LARGEST}, without member IDs
 */
public record CatalogueSummary(long groups, long members, GroupCatalogue largest) {
  /** Groups that are listed. */
  public static final int LARGEST = 10;

  /** Sums up a catalogue. */
  public static CatalogueSummary of(GroupCatalogue catalogue) {
    return new CatalogueSummary(catalogue.groups(), catalogue.members(), catalogue.first(LARGEST));
  }
}
