package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.OptionText;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof link}, validated.
 *
 * @param catalogues catalogues in order of time, or folders of catalogues
 * @param skip maximum number of missing snapshots between two linked catalogues
 * @param overwrite whether files of another origin may be replaced
 * @param commandLine command line as the user typed it; the output files record it
 */
public record LinkOptions(
    List<Path> catalogues,
    LinkBy by,
    int skip,
    boolean trustHeaders,
    Path folder,
    boolean overwrite,
    String commandLine,
    List<Path> alsoRead) {
  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public LinkOptions {
    catalogues = List.copyOf(catalogues);
    alsoRead = List.copyOf(alsoRead);
    requireSkip(skip);
  }

  /**
   * @throws UsageException if the number of missing snapshots is negative
   */
  public static void requireSkip(int skip) {
    if (skip < 0) {
      throw new UsageException(
          "--skip is " + skip + ": give the number of missing snapshots to bridge, such as 1");
    }
  }

  /** All options that change the result, as text. */
  public String resultOptions() {
    return "by=" + by + ", skip=" + skip;
  }

  /** All options that must be equal on all ranks, one text per option. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
