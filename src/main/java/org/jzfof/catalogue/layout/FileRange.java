package org.jzfof.catalogue.layout;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;

/**
 * What one file of a catalogue holds: consecutive groups, their subhaloes, and the IDs of their
 * members.
 *
 * @param piece which file, from 0
 * @param pieces number of files
 * @param groups its groups, counted over the catalogue
 * @param subhaloes its subhaloes, counted over the catalogue
 * @param ids its IDs, counted over the catalogue; none where they were not asked for
 */
public record FileRange(int piece, int pieces, RowRange groups, RowRange subhaloes, RowRange ids) {

  /**
   * Cuts a catalogue into pieces with about equal numbers of members; every rank calls it. Every
   * piece has a group as long as there is one, so that only pieces at the end can be empty.
   *
   * @param groups of this rank
   * @param share which part of the catalogue they are
   * @param pieces how many, at least 1
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
      long wanted = before + (share.members() - before) / (pieces - piece);
      long last = share.groups() - (pieces - piece); // one for each piece that follows
      long least = Math.min(first + 1, share.groups());
      long end = Math.max(least, Math.min(nearest(comm, start, wanted), last + 1));
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

  /** The groups that bring their members no farther from a number than without the last of them. */
  private static long nearest(Communicator comm, long[] start, long wanted) {
    int here = 0;
    for (int end = start.length - 1; here < end; ) { // the sums increase
      int middle = (here + end) >>> 1;
      if (start[middle] - wanted <= wanted - start[middle + 1]) {
        here = middle + 1;
      } else {
        end = middle;
      }
    }
    long[] all = {here};
    comm.sum(all);
    return all[0];
  }

  /**
   * What stands before a group.
   *
   * @param start of each group of this rank
   * @param all what there is
   */
  private static long before(
      Communicator comm, CatalogueShare share, long[] start, long group, long all) {
    if (group == share.groups()) {
      return all;
    }
    long here = group - share.first();
    long[] sum = {here >= 0 && here < start.length - 1 ? start[(int) here] : 0};
    comm.sum(sum);
    return sum[0];
  }
}
