package org.jzfof.catalogue;

import java.util.ArrayList;
import java.util.List;

/**
 * What one file of a catalogue holds: consecutive groups and the IDs of their members.
 *
 * @param piece which file, from 0
 * @param pieces number of files
 * @param firstGroup first group, counted over the catalogue
 * @param groups number of groups
 * @param firstId ID of a member that comes first, counted over the catalogue
 * @param ids number of IDs; 0 where they were not asked for
 */
record PieceRange(int piece, int pieces, int firstGroup, int groups, long firstId, long ids) {

  /**
   * Cuts a catalogue into pieces with about equal numbers of members. Every piece has a group as
   * long as there is one, so that only pieces at the end can be empty.
   *
   * @param groups the catalogue
   * @param pieces how many, at least 1
   */
  static List<PieceRange> cut(GroupCatalogue groups, int pieces) {
    List<PieceRange> ranges = new ArrayList<>(pieces);
    boolean withIds = groups.memberIds().count() > 0;
    long left = groups.members();
    int first = 0;
    long id = 0;
    for (int piece = 0; piece < pieces; piece++) {
      long wanted = left / (pieces - piece);
      int last = groups.groups() - (pieces - piece); // one for each piece that follows
      int end = first;
      long members = 0;
      while (end < groups.groups()
          && (end == first || end <= last && isNearer(wanted, members, groups.length()[end]))) {
        members += groups.length()[end++];
      }
      long ids = withIds ? members : 0;
      ranges.add(new PieceRange(piece, pieces, first, end - first, id, ids));
      left -= members;
      first = end;
      id += ids;
    }
    return ranges;
  }

  /** Whether one more group brings a piece no farther from what is wanted. */
  private static boolean isNearer(long wanted, long members, long length) {
    return members + length - wanted <= wanted - members;
  }

  /** The ID after the last, counted over the catalogue. */
  long endId() {
    return firstId + ids;
  }
}
