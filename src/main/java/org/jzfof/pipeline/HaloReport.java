package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.progress.StageTiming;

/**
 * What a run did.
 *
 * @param info the snapshot and the parameters of the search
 * @param particles particles that were linked
 * @param secondary particles that were to be attached
 * @param spheres which are measured around the groups, or why none are; null where none are wanted
 * @param subhaloes which are looked for; null where none are wanted
 * @param backend the device taken, and why
 * @param groups what all ranks found, or null after a dry run
 * @param file the catalogue, or null after a dry run
 * @param others files written beside the catalogue
 * @param estimatedBytes memory that the run needs, estimated from the counts
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record HaloReport(
    CatalogueInfo info,
    long particles,
    long secondary,
    String spheres,
    String subhaloes,
    String backend,
    CatalogueSummary groups,
    Path file,
    List<Path> others,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {
  /** The same with more of what a user should know. */
  HaloReport withWarnings(List<String> more) {
    List<String> all = Stream.concat(warnings.stream(), more.stream()).toList();
    return new HaloReport(
        info,
        particles,
        secondary,
        spheres,
        subhaloes,
        backend,
        groups,
        file,
        others,
        estimatedBytes,
        stages,
        all);
  }
}
