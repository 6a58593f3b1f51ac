package org.jzfof.spheres.catalogue;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * Report of a measurement of spheres.
 *
 * @param table contents of the file; without masses, radii and numbers after a dry run
 * @param backend description of the backend
 * @param file file that was written, or null
 * @param estimatedBytes estimated memory use of the device
 * @param warnings warnings for the user, as complete sentences
 */
public record SphereReport(
    SphereTable table,
    String backend,
    Path file,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {}
