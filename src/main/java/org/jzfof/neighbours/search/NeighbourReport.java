package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.progress.StageTiming;

/**
 * What a search for nearest neighbours did.
 *
 * @param info the sources, the queries and the parameters of the search
 * @param backend the device taken, and why
 * @param file the first file, or null after a dry run
 * @param fileBytes size of all files
 * @param estimatedBytes memory that each rank needs, estimated from the counts
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record NeighbourReport(
    NeighbourInfo info,
    String backend,
    Path file,
    long fileBytes,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
