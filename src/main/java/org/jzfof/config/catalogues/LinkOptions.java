package org.jzfof.config.catalogues;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.OptionText;

/**
 * Options of {@code jzfof link}, validated.
 *
 * @param catalogues catalogues in order of time, or folders of catalogues
 * @param overwrite whether files of another origin may be replaced
 * @param commandLine command line as the user typed it; the output files record it
 */
public record LinkOptions(
    List<Path> catalogues,
    LinkRule rule,
    boolean trustHeaders,
    Path folder,
    boolean overwrite,
    String commandLine,
    List<Path> alsoRead) {
  public LinkOptions {
    catalogues = List.copyOf(catalogues);
    alsoRead = List.copyOf(alsoRead);
  }

  /** All options that change the result, as text. */
  public String resultOptions() {
    return rule.result();
  }

  /** All options that must be equal on all ranks, one text per option. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
