package org.jzfof.trees;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * What trees were made.
 *
 * @param subhaloes whether of subhaloes, not of groups
 * @param catalogues how many there are
 * @param haloes in all trees
 * @param lengths haloes of each tree
 * @param branches main branches, one for each halo of the last catalogue
 * @param files that were written, the trees first
 * @param stages how long each took
 * @param warnings sentences that a user should know
 */
public record TreeReport(
    boolean subhaloes,
    int catalogues,
    int haloes,
    int[] lengths,
    int branches,
    List<Path> files,
    List<StageTiming> stages,
    List<String> warnings) {}
