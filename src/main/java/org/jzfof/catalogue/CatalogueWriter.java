package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;

/** Writes a catalogue in one of the formats. */
public interface CatalogueWriter {
  /** Where it writes; readers are given the first. */
  List<Path> files();

  /**
   * Checks, without writing anything, that the snapshot states what the format needs and that there
   * is where to write.
   *
   * @throws org.jzfof.error.JzfofException if not, with the cause
   */
  void check(CatalogueInfo info);

  /**
   * Writes a catalogue in place of an older one. The files appear under their names only when they
   * are complete and on the disk; after a failure nothing is left of them.
   *
   * @throws org.jzfof.error.OutputException if they cannot be written, with the cause
   */
  void write(CatalogueInfo info, GroupCatalogue groups);

  /**
   * The writer of a format.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the digits in the snapshot's name
   */
  static CatalogueWriter of(OutputOptions options, Path outputDir, String snapshotNumber) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    if (options.format() == CatalogueFormat.SWIFT) {
      return SwiftCatalogue.in(folder, snapshotNumber);
    }
    if (options.format() == CatalogueFormat.YT) {
      return YtCatalogue.in(folder, snapshotNumber);
    }
    return new CatalogueWriter() {
      @Override
      public List<Path> files() {
        return GadgetCatalogueWriter.files(outputDir, snapshotNumber, options.files());
      }

      @Override
      public void check(CatalogueInfo info) {
        GadgetCatalogueWriter.check(outputDir, snapshotNumber, options.files());
      }

      @Override
      public void write(CatalogueInfo info, GroupCatalogue groups) {
        GadgetCatalogueWriter.write(outputDir, snapshotNumber, info, groups, options.files());
      }
    };
  }
}
