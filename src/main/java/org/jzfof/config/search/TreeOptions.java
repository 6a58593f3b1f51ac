package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.OptionText;

/**
 * What {@code jzfof trees} was asked to do.
 *
 * @param catalogues in order of time, or folders of them
 * @param by what is linked
 * @param links folder with the files of links
 * @param folder that gets the files
 * @param branches how main branches are written
 * @param overwrite whether files of others may be replaced
 * @param commandLine as typed, for the files
 * @param alsoRead files that the command line names as input
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
    /** There is none. */
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
