package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.FileRange;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.output.OutputFiles;

/** The files of a catalogue, laid out one after the other: one is open at a time. */
final class FileSequence {
  private FileSequence() {}

  /**
   * Writes all but the values of groups and the member IDs.
   *
   * @param parts where its pieces are written, at least one; nothing has these names
   * @param catalogue what they are
   * @param info what it says about the run, in units of the snapshot
   * @param more writes what else each file has
   * @return where the rows belong
   */
  static List<ColumnExtent> layOut(
      List<Path> parts,
      GadgetCatalogue catalogue,
      CatalogueInfo info,
      GroupLayout.Plan plan,
      GadgetCatalogue.Extra more) {
    List<OutputFile> products = catalogue.products();
    CatalogueInfo stated = catalogue.stated(info);
    List<ColumnExtent> places = new ArrayList<>();
    for (FileRange range : plan.pieces()) {
      Path part = parts.get(range.piece());
      OutputFile product = products.get(range.piece());
      try (GadgetCatalogueFile piece = new GadgetCatalogueFile(part)) {
        piece.begin(stated, product);
        more.writeTo(piece.file());
        places.addAll(piece.layOut(stated, plan, range, part, product.file()));
        piece.flush();
      }
      OutputFiles.sync(part);
    }
    return places;
  }
}
