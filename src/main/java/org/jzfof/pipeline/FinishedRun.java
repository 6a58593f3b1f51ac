package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.CatalogueWriter;
import org.jzfof.catalogue.CompleteCatalogue;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.error.OutputException;
import org.jzfof.error.SnapshotException;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFiles;
import org.jzfof.snapshot.SnapshotHeader;

/** Tells whether a run has been done before. */
public final class FinishedRun {
  private FinishedRun() {}

  /**
   * Whether all that a run would write is there and complete. A snapshot that cannot be opened has
   * not been done: its run will say why. What a killed run has begun to exchange is exchanged
   * before.
   */
  public static boolean is(RunOptions options) {
    SnapshotHeader header;
    try {
      ParticleChoice choice = options.particles();
      header = Snapshot.open(choice.snapshot(), choice.trustHeaders()).header();
      String number = SnapshotFiles.number(header.pieces().get(0).file());
      Transaction.recover(CatalogueWriter.output(options.outputDir(), number));
    } catch (SnapshotException | OutputException e) {
      return false;
    }
    CompleteCatalogue complete =
        new CompleteCatalogue(options.particles().snapshot(), header, options.resultOptions());
    return complete.is(catalogue(options, header.pieces().get(0).file()))
        && new Products(options, header, new LocalCommunicator())
            .others().stream().allMatch(complete::isNewer);
  }

  /** The first file that a run would write; empty where its snapshot cannot be found. */
  public static Optional<Path> output(RunOptions options) {
    try {
      return Optional.of(
          catalogue(options, SnapshotFiles.find(options.particles().snapshot())).get(0));
    } catch (SnapshotException e) {
      return Optional.empty();
    }
  }

  private static List<Path> catalogue(RunOptions options, Path piece) {
    String number = SnapshotFiles.number(piece);
    return CatalogueWriter.of(options.output(), options.outputDir(), number).files();
  }
}
