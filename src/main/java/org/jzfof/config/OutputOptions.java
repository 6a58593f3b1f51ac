package org.jzfof.config;

import java.util.Locale;
import org.jzfof.error.UsageException;

/**
 * Which files a run writes.
 *
 * @param format layout of the catalogue
 * @param files number of files that the catalogue is written to, at least 1
 * @param membership whether to write the group number of every particle
 * @param reorder whether to write the snapshot in group order
 * @param overwrite whether files of others may be replaced
 */
public record OutputOptions(
    CatalogueFormat format, int files, boolean membership, boolean reorder, boolean overwrite) {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public OutputOptions {
    RunOptions.requireFiles(files);
    if (files > 1 && format != CatalogueFormat.GADGET) {
      throw new UsageException(
          "--files is %d, but a catalogue in the format %s is one file: leave it out"
              .formatted(files, format.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** A catalogue in Gadget's layout and nothing else. */
  public static OutputOptions catalogue(int files) {
    return new OutputOptions(CatalogueFormat.GADGET, files, false, false, false);
  }
}
