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
  /** Returns the written files; readers open the first. */
  List<OutputFile> products();

  /** Returns the files of an older catalogue, of any number, which the new one replaces. */
  default List<Path> older() {
    return List.of();
  }

  /** Returns the paths of the written files; readers open the first. */
  default List<Path> files() {
    return products().stream().map(OutputFile::file).toList();
  }

  /** Returns the description of a run in the units of the files. */
  default CatalogueInfo stated(CatalogueInfo info) {
    return info;
  }

  /**
   * Checks, without writing anything, that the snapshot states what the format requires and that
   * the files can be written.
   *
   * @throws org.jzfof.error.JzfofException if not, with the cause
   */
  void check(CatalogueInfo info);

  /**
   * Returns the path that names the output of one snapshot in a transaction: catalogue, membership,
   * and reordered snapshot.
   *
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  static Path output(Path outputDir, String snapshotNumber) {
    return CatalogueFiles.folder(outputDir, snapshotNumber).resolve("run");
  }

  /** Returns the writer of the subhaloes if the format has a separate file for them. */
  static Optional<CatalogueWriter> ofSubhaloes(
      CatalogueFormat format, Path outputDir, String snapshotNumber) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    return switch (format) {
      case SWIFT -> Optional.of(SoapCatalogue.in(folder, snapshotNumber));
      case YT -> Optional.of(YtSubhaloes.in(folder, snapshotNumber));
      case GADGET, TNG, LIGHTCONE -> Optional.empty();
    };
  }

  /** Returns the writer of a format. */
  static CatalogueWriter of(OutputOptions options, Path outputDir, String snapshotNumber) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    return switch (options.format()) {
      case SWIFT -> SwiftCatalogue.in(folder, snapshotNumber);
      case LIGHTCONE -> LightconeCatalogue.in(folder, snapshotNumber);
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
