package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.progress.StageTiming;

/**
 * The report of a run.
 *
 * @param info the snapshot and the parameters of the search
 * @param task what was looked for
 * @param backend the device taken, and why
 * @param result what was found and written, or null after a dry run
 * @param estimatedBytes memory that the run needs, estimated from the counts
 * @param stages in order, over all ranks
 * @param warnings what a user should know, complete sentences
 */
public record HaloReport(
    CatalogueInfo info,
    Task task,
    String backend,
    Result result,
    long estimatedBytes,
    List<StageTiming> stages,
    List<String> warnings) {

  /**
   * What a run looks for.
   *
   * @param particles number of particles to link
   * @param secondary number of particles to attach
   * @param spheres which are measured around the groups, or why none are; null where none are
   *     wanted
   * @param subhaloes which are looked for; null where none are wanted
   */
  public record Task(long particles, long secondary, String spheres, String subhaloes) {}

  /**
   * What a run has found and written.
   *
   * @param groups of all ranks
   * @param file the catalogue
   * @param others files written beside the catalogue
   */
  public record Result(CatalogueSummary groups, Path file, List<Path> others) {}

  /** The same report with more warnings. */
  HaloReport withWarnings(List<String> more) {
    List<String> all = Stream.concat(warnings.stream(), more.stream()).toList();
    return new HaloReport(info, task, backend, result, estimatedBytes, stages, all);
  }
}
