package org.jzfof.catalogue.layout;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;

/**
 * The range of a catalogue in one file: consecutive groups, their subhaloes, and the IDs of their
 * members.
 *
 * @param piece index of the file, from 0
 * @param groups groups of the file, counted over the catalogue
 * @param subhaloes subhaloes of the file, counted over the catalogue
 * @param ids IDs of the file, counted over the catalogue; empty if member IDs were not requested
 */
public record FileRange(int piece, int pieces, RowRange groups, RowRange subhaloes, RowRange ids) {

  /**
   * Divides a catalogue into pieces with about equal numbers of members; collective over all ranks.
   * Every piece has a group as long as there are groups, so that only pieces at the end can be
   * empty.
   *
   * @param pieces number of pieces, at least 1
   */
  public static List<FileRange> cut(
      Communicator comm, GroupCatalogue groups, CatalogueShare share, int pieces) {
    List<FileRange> ranges = new ArrayList<>(pieces);
    boolean withIds = groups.memberIds().count() > 0;
    long[] start = share.memberStart(groups);
    long[] subhalo = share.subhaloStarts(groups);
    long first = 0;
    long before = 0;
    long firstSubhalo = 0;
    for (int piece = 0; piece < pieces; piece++) {
      long target = before + (share.members() - before) / (pieces - piece);
      long last = share.groups() - (pieces - piece); // each later piece needs a group
      long minimum = Math.min(first + 1, share.groups());
      long end = Math.max(minimum, Math.min(nearest(comm, start, target), last + 1));
      long after = before(comm, share, start, end, share.members());
      long endSubhalo = before(comm, share, subhalo, end, share.subhaloes());
      RowRange ids = withIds ? new RowRange(before, after - before) : new RowRange(0, 0);
      RowRange subhaloes = new RowRange(firstSubhalo, endSubhalo - firstSubhalo);
      ranges.add(new FileRange(piece, pieces, new RowRange(first, end - first), subhaloes, ids));
      first = end;
      before = after;
      firstSubhalo = endSubhalo;
    }
    return ranges;
  }

  /** Returns the number of groups whose total number of members is nearest to a target. */
  private static long nearest(Communicator comm, long[] start, long target) {
    int low = 0;
    for (int end = start.length - 1; low < end; ) { // the sums increase
      int middle = (low + end) >>> 1;
      if (start[middle] - target <= target - start[middle + 1]) {
        low = middle + 1;
      } else {
        end = middle;
      }
    }
    long[] all = {low};
    comm.sum(all);
    return all[0];
  }

  /**
   * Returns the number of members or subhaloes before a group.
   *
   * @param start prefix sum at each group of this rank
   * @param all total number
   */
  private static long before(
      Communicator comm, CatalogueShare share, long[] start, long group, long all) {
    if (group == share.groups()) {
      return all;
    }
    long local = group - share.first();
    long[] sum = {local >= 0 && local < start.length - 1 ? start[(int) local] : 0};
    comm.sum(sum);
    return sum[0];
  }
}
