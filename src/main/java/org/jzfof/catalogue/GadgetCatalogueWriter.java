package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.ColumnPlace;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.SharedCatalogue;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.UnitChoice;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Transaction;

/**
 * Writes a catalogue as Gadget-4 and its readers (yt, illustris_python, pynbody) lay it out:
 * groups_NNN/fof_subhalo_tab_NNN.{0..K-1}.hdf5.
 */
public final class GadgetCatalogueWriter {
  private GadgetCatalogueWriter() {}

  /**
   * The first file of a catalogue, which its readers are given.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   */
  public static Path file(Path outputDir, String snapshotNumber) {
    return files(outputDir, snapshotNumber, 1).get(0);
  }

  /**
   * Where {@link #write} puts a catalogue of several files.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param count number of files, at least 1
   */
  public static List<Path> files(Path outputDir, String snapshotNumber, int count) {
    Path folder = CatalogueFiles.folder(outputDir, snapshotNumber);
    String name = table(snapshotNumber);
    return IntStream.range(0, count)
        .mapToObj(k -> folder.resolve(name + "." + k + ".hdf5"))
        .toList();
  }

  /** Whether jzfof has written a file of a catalogue with the datasets of IllustrisTNG. */
  public static boolean isTng(Hdf5File file) {
    return file.hasAttribute("/", Provenance.PRODUCT)
        && file.text("/", Provenance.PRODUCT).contains(GadgetCatalogue.TNG);
  }

  /** Files of a catalogue, of any number, that are there. */
  static List<Path> older(Path outputDir, String snapshotNumber) {
    return OutputFiles.in(CatalogueFiles.folder(outputDir, snapshotNumber), names(snapshotNumber));
  }

  /**
   * Checks, without writing anything, that {@link #write} has where to write: before the work.
   *
   * @param outputDir as for write
   * @param snapshotNumber as for write
   * @param count number of files
   * @throws org.jzfof.error.OutputException if the place will not do, with the cause
   */
  public static void check(Path outputDir, String snapshotNumber, int count) {
    files(outputDir, snapshotNumber, count).forEach(OutputFiles::check);
  }

  /** Writes a catalogue of one file; otherwise as the method for several. */
  public static Path write(
      Path outputDir, String snapshotNumber, CatalogueInfo info, GroupCatalogue groups) {
    return write(outputDir, snapshotNumber, info, groups, 1);
  }

  /**
   * Writes a catalogue without anything of the simulation, in place of an older one of any number
   * of files. The files appear under their names only when they are complete and on the disk; after
   * a failure nothing is left of them. Each holds consecutive groups with about as many members as
   * the others; the last ones are empty when there are fewer groups than files.
   *
   * @param outputDir folder that gets groups_NNN; made where it does not exist
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param info what the files say about the run
   * @param groups the groups
   * @param count number of files, at least 1
   * @return the first file
   * @throws org.jzfof.error.OutputException if they cannot be written, with the cause
   */
  public static Path write(
      Path outputDir, String snapshotNumber, CatalogueInfo info, GroupCatalogue groups, int count) {
    GadgetCatalogue catalogue =
        new GadgetCatalogue(outputDir, snapshotNumber, count, UnitChoice.AUTO, false);
    Path output = CatalogueWriter.output(outputDir, snapshotNumber);
    try (Transaction transaction = Transaction.begin(output, catalogue.files())) {
      SharedCatalogue.write(
          new LocalCommunicator(),
          transaction,
          info,
          groups,
          count,
          List.of(new WithoutSimulation(catalogue)));
      transaction.commit(catalogue.older());
    }
    return catalogue.files().get(0);
  }

  private static Predicate<String> names(String snapshotNumber) {
    return Pattern.compile(Pattern.quote(table(snapshotNumber)) + "\\.\\d+\\.hdf5")
        .asMatchPredicate();
  }

  /** yt ends the name at its first point. */
  private static String table(String snapshotNumber) {
    return "fof_subhalo_tab_" + snapshotNumber.replace('.', 'p');
  }

  /** The files of a catalogue with nothing of the simulation. */
  private record WithoutSimulation(GadgetCatalogue catalogue) implements GroupLayout {
    @Override
    public List<GroupField> fields(
        CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
      return catalogue.fields(info, groups, share);
    }

    @Override
    public List<ColumnPlace> layOut(Transaction transaction, CatalogueInfo info, Plan plan) {
      return catalogue.layOut(transaction, info, plan, out -> {});
    }
  }
}
