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
 * @param backend description of the selected device, with the reason
 * @param result groups and files, or null after a dry run
 * @param estimatedBytes estimate of the required memory, from the particle counts
 * @param stages stages in order, over all ranks
 * @param warnings complete sentences for the user
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
   * The targets of a run.
   *
   * @param particles number of particles to link
   * @param secondary number of particles to attach
   * @param spheres description of the spheres around the groups, or the reason why they are
   *     impossible; null if none were requested
   * @param subhaloes description of the subhaloes; null if none were requested
   */
  public record Task(long particles, long secondary, String spheres, String subhaloes) {}

  /**
   * The results of a run.
   *
   * @param file first file of the catalogue
   * @param others other files of the run
   */
  public record Result(CatalogueSummary groups, Path file, List<Path> others) {}

  /** Returns the same report with additional warnings. */
  HaloReport withWarnings(List<String> more) {
    List<String> all = Stream.concat(warnings.stream(), more.stream()).toList();
    return new HaloReport(info, task, backend, result, estimatedBytes, stages, all);
  }
}
