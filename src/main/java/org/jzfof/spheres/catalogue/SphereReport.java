package org.jzfof.spheres.catalogue;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * How spheres were measured.
 *
 * @param table what the file holds; without masses, radii and numbers after a dry run
 * @param backend what was computed on
 * @param file that was written, or null
 * @param estimatedBytes of the device
 * @param stages how long each took
 * @param warnings sentences that a user should know
 */
public record SphereReport(
    SphereTable table,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
