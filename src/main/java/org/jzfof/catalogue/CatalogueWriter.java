package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;
import org.jzfof.output.Transaction;

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
   * Files of an older catalogue that go when this one comes; those of the same names may be left
   * out.
   */
  List<Path> older();

  /**
   * Writes a catalogue.
   *
   * @param transaction gives the files their names
   * @throws org.jzfof.error.OutputException if they cannot be written, with the cause
   */
  void write(Transaction transaction, CatalogueInfo info, GroupCatalogue groups);

  /**
   * What a transaction calls the output of one snapshot: catalogue, membership, and reordered
   * snapshot.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the digits in the snapshot's name
   */
  static Path output(Path outputDir, String snapshotNumber) {
    return CatalogueFiles.folder(outputDir, snapshotNumber).resolve("run");
  }

  /**
   * The writer of a format.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
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
      public List<Path> older() {
        return GadgetCatalogueWriter.older(outputDir, snapshotNumber);
      }

      @Override
      public void write(Transaction transaction, CatalogueInfo info, GroupCatalogue groups) {
        transaction.write(files(), parts -> PieceSequence.write(parts, info, groups));
      }
    };
  }
}
