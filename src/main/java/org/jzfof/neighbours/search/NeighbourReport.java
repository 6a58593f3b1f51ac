package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.progress.StageTiming;

/**
 * What a search for neighbours did.
 *
 * @param info the sources, the queries and the parameters of the search
 * @param backend the device taken, and why
 * @param file the first file, or null after a dry run
 * @param pairs neighbours of all queries
 * @param mostOfOne neighbours of the query that has most
 * @param estimatedBytes memory that a rank needs on its device and on the heap, about
 * @param fileBytes size of all files
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record NeighbourReport(
    NeighbourInfo info,
    String backend,
    Path file,
    long pairs,
    long mostOfOne,
    long estimatedBytes,
    long fileBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
