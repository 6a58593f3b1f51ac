package org.jzfof.config.catalogues;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jzfof.config.OptionText;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof trees}.
 *
 * @param catalogues catalogues in order of time, or folders of catalogues
 * @param links folder of the link files
 * @param overwrite whether files of another origin may be replaced
 * @param commandLine command line as the user typed it; the output files record it
 */
public record TreeOptions(
    List<Path> catalogues,
    LinkBy by,
    Path links,
    Path folder,
    TreeFormat format,
    Branches branches,
    boolean overwrite,
    String commandLine,
    List<Path> alsoRead) {

  public TreeOptions {
    if (format != TreeFormat.GADGET && branches != Branches.NONE) {
      throw new UsageException(
          "--branches writes the columns of trees.hdf5, and --format %s writes other files: leave out one of them"
              .formatted(format));
    }
    if (format.isBesideFolder() && !isNamed(folder)) {
      throw new UsageException(
          "--format %s writes to postprocessing beside the folder of -o, which is '%s': name it, such as -o SIMULATION/output"
              .formatted(format, folder));
    }
    catalogues = List.copyOf(catalogues);
    alsoRead = List.copyOf(alsoRead);
  }

  /** Returns whether a path has the name of a folder at its end, so that others are beside it. */
  private static boolean isNamed(Path folder) {
    Path last = folder.normalize().getFileName();
    return last != null && !Set.of("", "..").contains(last.toString());
  }

  /** Formats of the file of main branches. */
  public enum Branches {
    /** No file of main branches. */
    NONE,
    /** A table in HDF5. */
    HDF5,
    /** Comma-separated text. */
    CSV
  }

  /** All options that change the result, as text. */
  public String resultOptions() {
    return "by=%s, format=%s, branches=%s".formatted(by, format, branches);
  }

  /** All options that must be equal on all ranks, one text per option. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
