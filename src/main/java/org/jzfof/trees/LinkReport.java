package org.jzfof.trees;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * How catalogues were linked.
 *
 * @param subhaloes whether subhaloes were linked, not groups
 * @param catalogues how many there are
 * @param source where the IDs of the members of the first one are
 * @param pairs what was linked, in order
 * @param files that were written
 * @param stages how long each took
 * @param warnings sentences that a user should know
 */
public record LinkReport(
    boolean subhaloes,
    int catalogues,
    String source,
    List<Pair> pairs,
    List<Path> files,
    List<StageTiming> stages,
    List<String> warnings) {

  /**
   * Links between two snapshots.
   *
   * @param before number of the earlier one
   * @param after number of the later one
   * @param earlier groups or subhaloes of the earlier one
   * @param later those of the later one
   * @param descended how many have a descendant
   * @param preceded how many have a progenitor
   */
  public record Pair(
      String before, String after, int earlier, int later, long descended, long preceded) {}
}
