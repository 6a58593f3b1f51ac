package org.jzfof.cluster;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * Report of a search for clusters.
 *
 * @param info clusters that were found; without clusters after a dry run
 * @param backend the selected device and the reason
 * @param file file that was written, or null after a dry run
 * @param estimatedBytes memory that each rank needs, estimated from the number of particles
 * @param warnings warnings for the user, complete sentences
 */
public record ClusterReport(
    ClusterInfo info,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
