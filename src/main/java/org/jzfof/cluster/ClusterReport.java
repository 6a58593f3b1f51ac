package org.jzfof.cluster;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * What a search for clusters did.
 *
 * @param info what was found; no clusters after a dry run
 * @param backend the device taken, and why
 * @param file that was written, or null after a dry run
 * @param estimatedBytes memory that each rank needs, estimated from the number of particles
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record ClusterReport(
    ClusterInfo info,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
