package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CollectiveCatalogue;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.UnitChoice;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;

/** Catalogues in the layout of Gadget-4 that tests write, without anything of a simulation. */
public final class GadgetTables {
  private GadgetTables() {}

  /** The first file of a catalogue in groups_NNN of a folder. */
  public static Path file(Path outputDir, String number) {
    return files(outputDir, number, 1).get(0);
  }

  /** All files of one of several. */
  public static List<Path> files(Path outputDir, String number, int count) {
    return GadgetCatalogue.files(outputDir, number, count);
  }

  /** Checks that {@link #write} has where to write. */
  static void check(Path outputDir, String number, int count) {
    files(outputDir, number, count).forEach(OutputFiles::check);
  }

  /** Writes a catalogue of one file, which is returned. */
  public static Path write(
      Path outputDir, String number, CatalogueInfo info, GroupCatalogue groups) {
    return write(outputDir, number, info, groups, 1);
  }

  /** Writes a catalogue of several files in place of an older one; the first is returned. */
  public static Path write(
      Path outputDir, String number, CatalogueInfo info, GroupCatalogue groups, int count) {
    GadgetCatalogue catalogue =
        new GadgetCatalogue(outputDir, number, count, UnitChoice.AUTO, false);
    Path output = CatalogueWriter.output(outputDir, number);
    try (Transaction transaction = Transaction.begin(output, catalogue.files())) {
      CollectiveCatalogue.write(
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

  /** The files of a catalogue with nothing of the simulation. */
  private record WithoutSimulation(GadgetCatalogue catalogue) implements GroupLayout {
    @Override
    public List<GroupField> fields(
        CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
      return catalogue.fields(info, groups, share);
    }

    @Override
    public List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan) {
      return catalogue.layOut(transaction, info, plan, out -> {});
    }
  }
}
