package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.OptionText;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof link} was asked to do, validated.
 *
 * @param catalogues in order of time, or folders of them
 * @param by what is linked
 * @param skip how many missing snapshots between two catalogues are bridged
 * @param trustHeaders whether to go on where headers of a snapshot contradict each other
 * @param folder that gets the files
 * @param overwrite whether files of others may be replaced
 * @param commandLine as typed, for the files
 * @param alsoRead files that the command line names as input
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
   * @throws UsageException if that many snapshots cannot be bridged
   */
  public static void requireSkip(int skip) {
    if (skip < 0) {
      throw new UsageException(
          "--skip is " + skip + ": give the number of missing snapshots to bridge, such as 1");
    }
  }

  /** All options that the result depends on, as text. */
  public String resultOptions() {
    return "by=" + by + ", skip=" + skip;
  }

  /** All options that the ranks must have in common, as text. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
