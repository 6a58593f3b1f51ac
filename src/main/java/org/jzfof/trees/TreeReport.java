package org.jzfof.trees;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * The result of building trees.
 *
 * @param subhaloes whether the trees are of subhaloes instead of groups
 * @param haloes number of haloes in all trees
 * @param lengths number of haloes of each tree
 * @param branches number of main branches, one for each halo of the last catalogue
 * @param files written files, the trees first
 * @param warnings complete sentences for the user
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
