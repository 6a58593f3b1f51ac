package org.jzfof.pairs.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * What a count of pairs did.
 *
 * @param info what was counted; no counts after a dry run
 * @param backend the device taken, and why
 * @param file that was written, or null after a dry run
 * @param estimatedBytes memory that each rank needs, estimated from the numbers of particles
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record PairReport(
    PairInfo info,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
