package org.jzfof.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.CatalogueWriter;
import org.jzfof.catalogue.OutputNumber;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.error.OutputException;
import org.jzfof.error.SnapshotException;
import org.jzfof.output.ExistingFile;
import org.jzfof.output.Provenance;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Determines whether the output of a run is already complete. */
public final class FinishedRun {
  private FinishedRun() {}

  /**
   * Returns whether all files of a run exist, belong to the same snapshot and options, and are
   * unchanged since they were completed. If the snapshot or a file cannot be opened, the result is
   * false, and the run itself will report the reason. An interrupted replacement of files by a
   * killed run is completed first.
   */
  public static boolean isFinished(RunOptions options) {
    try {
      ParticleChoice choice = options.groups().particles();
      Snapshot snapshot = Snapshot.open(choice.snapshot(), choice.headers());
      RunFiles run = new RunFiles(options, snapshot.header(), new LocalCommunicator());
      run.recover();
      List<OutputFile> products = run.products();
      return products.stream().allMatch(product -> Files.isRegularFile(product.file()))
          && isComplete(products, snapshot, options);
    } catch (SnapshotException | OutputException e) {
      return false;
    }
  }

  private static boolean isComplete(
      List<OutputFile> products, Snapshot snapshot, RunOptions options) {
    SnapshotHeader header = snapshot.header();
    Provenance run =
        Provenance.of(
            header.pieces().get(0).file(),
            SnapshotFingerprint.of(snapshot),
            options.resultOptions());
    return products.stream()
        .allMatch(
            product ->
                ExistingFile.isComplete(product.file(), run, product.name())
                    && !isOutdated(product.file(), run, header));
  }

  /**
   * Returns whether the input files of a product have been modified since, perhaps in rows that the
   * fingerprint does not cover. A copy of the snapshot in another folder may be newer.
   */
  private static boolean isOutdated(Path product, Provenance run, SnapshotHeader header) {
    if (!ExistingFile.at(product, run).snapshot().equals(run.snapshot().toString())) {
      return false;
    }
    try {
      FileTime written = Files.getLastModifiedTime(product);
      for (Path read : header.files()) {
        if (Files.getLastModifiedTime(read).compareTo(written) > 0) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return true; // unreadable: the run is repeated, and will report a permanent error
    }
  }

  /** Returns the first file that a run would write; empty if its snapshot cannot be found. */
  public static Optional<Path> output(RunOptions options) {
    try {
      Path snapshot = SnapshotFiles.find(options.groups().particles().snapshot());
      String number = OutputNumber.of(snapshot, options.output());
      return Optional.of(
          CatalogueWriter.of(options.output(), options.outputDir(), number).files().get(0));
    } catch (SnapshotException e) {
      return Optional.empty();
    }
  }
}
