package org.jzfof.pairs.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * Report of a count of pairs.
 *
 * @param info contents of the file; without counts after a dry run
 * @param backend description of the backend, with the reason for its choice
 * @param file file that was written, or null after a dry run
 * @param estimatedBytes memory that each rank needs, estimated from the numbers of particles
 * @param stages durations of the stages in order, over all ranks
 * @param warnings warnings for the user, as complete sentences
 */
public record PairReport(
    PairInfo info,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
