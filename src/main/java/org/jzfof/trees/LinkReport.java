package org.jzfof.trees;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * The result of linking catalogues.
 *
 * @param subhaloes whether subhaloes were linked instead of groups
 * @param source origin of the member IDs of the first catalogue
 * @param pairs linked pairs of snapshots, in order
 * @param warnings complete sentences for the user
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
   * @param earlier number of groups or subhaloes of the earlier snapshot
   * @param later number of groups or subhaloes of the later snapshot
   * @param descended number of earlier objects with a descendant
   * @param preceded number of later objects with a progenitor
   */
  public record Pair(
      String before, String after, int earlier, int later, long descended, long preceded) {}
}
