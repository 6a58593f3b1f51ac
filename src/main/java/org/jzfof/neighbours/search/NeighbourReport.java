package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.progress.StageTiming;

/**
 * Report of a search for neighbours.
 *
 * @param info sources, queries and parameters of the search
 * @param backend the selected device and the reason
 * @param file the first file, or null after a dry run
 * @param maxPerQuery largest number of neighbours of a query
 * @param estimatedBytes estimated memory that a rank needs on its device and on the heap
 * @param warnings warnings for the user, complete sentences
 */
public record NeighbourReport(
    NeighbourInfo info,
    String backend,
    Path file,
    long pairs,
    long maxPerQuery,
    long estimatedBytes,
    long fileBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
