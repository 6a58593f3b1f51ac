package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.OptionText;

/**
 * What {@code jzfof trees} was asked to do.
 *
 * @param catalogues catalogues in order of time, or folders of catalogues
 * @param links folder of the link files
 * @param folder folder that receives the files
 * @param branches format of the file of main branches
 * @param overwrite whether files of other programs may be replaced
 * @param commandLine command line as the user typed it; the output files record it
 * @param alsoRead input files that the command line names
 */
public record TreeOptions(
    List<Path> catalogues,
    LinkBy by,
    Path links,
    Path folder,
    Branches branches,
    boolean overwrite,
    String commandLine,
    List<Path> alsoRead) {

  public TreeOptions {
    catalogues = List.copyOf(catalogues);
    alsoRead = List.copyOf(alsoRead);
  }

  /** A file of main branches. */
  public enum Branches {
    /** No file of main branches. */
    NONE,
    /** A table in HDF5. */
    HDF5,
    /** Text with commas. */
    CSV
  }

  /** All options that the result depends on, as text. */
  public String resultOptions() {
    return "by=" + by + ", branches=" + branches;
  }

  /** All options that the ranks must have in common, as text. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
