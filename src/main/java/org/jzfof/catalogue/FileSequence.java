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

/** Lays out the files of a catalogue one after another, so that one file is open at a time. */
final class FileSequence {
  private FileSequence() {}

  /**
   * Writes everything except the values of groups and the member IDs.
   *
   * @param parts temporary paths of the files, at least one; no files of these names may exist
   * @param info description of the run, in units of the snapshot
   * @param more writes the further content of each file
   * @return extents of the columns in the files
   */
  static List<ColumnExtent> layOut(
      List<Path> parts,
      GadgetCatalogue catalogue,
      CatalogueInfo info,
      GroupLayout.Plan plan,
      GadgetCatalogue.Extra more) {
    List<OutputFile> products = catalogue.products();
    CatalogueInfo stated = catalogue.stated(info);
    List<ColumnExtent> extents = new ArrayList<>();
    for (FileRange range : plan.pieces()) {
      Path part = parts.get(range.piece());
      OutputFile product = products.get(range.piece());
      try (GadgetCatalogueFile piece = new GadgetCatalogueFile(part)) {
        piece.begin(stated, product);
        more.writeTo(piece.file());
        extents.addAll(piece.layOut(stated, plan, range, part, product.file()));
        piece.flush();
      }
      OutputFiles.sync(part);
    }
    return extents;
  }
}
