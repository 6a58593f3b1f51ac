package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The summary of a catalogue for a report, so that the catalogue itself can be released.
 *
 * @param withMass number of groups whose mass is not 0
 * @param subhaloes number of subhaloes; negative if they were not searched for
 * @param largest the first groups, at most {@link #LARGEST}, without member IDs
 */
public record CatalogueSummary(
    long groups, long members, long withMass, long subhaloes, long bound, GroupCatalogue largest) {
  /** Number of groups in the list. */
  public static final int LARGEST = 10;

  /**
   * Sums up a catalogue; collective over all ranks.
   *
   * @param groups groups of this rank, which follow those of lower ranks
   */
  public static CatalogueSummary of(Communicator comm, GroupCatalogue groups) {
    long first = comm.exclusiveScan(groups.groups());
    int listed = (int) Math.max(0, Math.min(groups.groups(), LARGEST - first));
    GroupCatalogue largest = groups.gather(comm, IntStream.range(0, listed).toArray());
    long withMass = Arrays.stream(groups.sums().mass()).filter(mass -> mass != 0).count();
    SubhaloTable subhaloes = groups.subhaloes();
    long bound = 0;
    IntToLongFunction length = subhaloes.integersOf(SubhaloColumn.LENGTH);
    int found = subhaloes.count();
    for (int s = 0; s < found; s++) {
      bound += length.applyAsLong(s);
    }
    long[] sums = {groups.groups(), groups.members(), withMass, found, bound};
    comm.sum(sums);
    return new CatalogueSummary(
        sums[0], sums[1], sums[2], subhaloes.isSearched() ? sums[3] : -1, sums[4], largest);
  }
}
