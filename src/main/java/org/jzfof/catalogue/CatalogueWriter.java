package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;

/** Writes a catalogue in one of the formats. */
public interface CatalogueWriter extends GroupLayout {
  /** What it writes; readers are given the first. */
  List<OutputFile> products();

  /** Files of an older catalogue, of any number, that go when this one comes. */
  default List<Path> older() {
    return List.of();
  }

  /** Where it writes; readers are given the first. */
  default List<Path> files() {
    return products().stream().map(OutputFile::file).toList();
  }

  /** What the files say about a run, in their units. */
  default CatalogueInfo stated(CatalogueInfo info) {
    return info;
  }

  /**
   * Checks, without writing anything, that the snapshot states what the format needs and that there
   * is where to write.
   *
   * @throws org.jzfof.error.JzfofException if not, with the cause
   */
  void check(CatalogueInfo info);

  /**
   * What a transaction calls the output of one snapshot: catalogue, membership, and reordered
   * snapshot.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  static Path output(Path outputDir, String snapshotNumber) {
    return CatalogueFiles.folder(outputDir, snapshotNumber).resolve("run");
  }

  /**
   * The writer of the subhaloes, in formats that have a file of their own for them.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  static Optional<CatalogueWriter> ofSubhaloes(
      CatalogueFormat format, Path outputDir, String snapshotNumber) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    return switch (format) {
      case SWIFT -> Optional.of(SoapCatalogue.in(folder, snapshotNumber));
      case YT -> Optional.of(YtSubhaloes.in(folder, snapshotNumber));
      case GADGET, TNG -> Optional.empty();
    };
  }

  /**
   * The writer of a format.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  static CatalogueWriter of(OutputOptions options, Path outputDir, String snapshotNumber) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    return switch (options.format()) {
      case SWIFT -> SwiftCatalogue.in(folder, snapshotNumber);
      case YT -> YtCatalogue.in(folder, snapshotNumber);
      case GADGET, TNG ->
          new GadgetCatalogue(
              outputDir,
              snapshotNumber,
              options.files(),
              options.units(),
              options.format() == CatalogueFormat.TNG);
    };
  }
}
