package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.output.OutputFiles;

/** The files of a catalogue, laid out one after the other: one is open at a time. */
final class PieceSequence {
  private PieceSequence() {}

  /**
   * Writes all but the member IDs.
   *
   * @param parts where its pieces are written, at least one; nothing has these names
   * @param catalogue what they are
   * @param info what it says about the run, in units of the snapshot
   * @param groups the groups
   * @param more writes what else each file has
   * @return where the member IDs belong, in their order
   */
  static List<IdPlace> write(
      List<Path> parts,
      GadgetCatalogue catalogue,
      CatalogueInfo info,
      GroupCatalogue groups,
      GadgetCatalogue.Extra more) {
    List<Product> products = catalogue.products();
    CatalogueInfo stated = catalogue.stated(info);
    List<GroupField> fields =
        GroupField.of(info, groups, CatalogueUnits.of(info.snapshot(), catalogue.units()));
    List<IdPlace> places = new ArrayList<>();
    for (PieceRange range : PieceRange.cut(groups, parts.size())) {
      Path part = parts.get(range.piece());
      Product product = products.get(range.piece());
      try (CataloguePiece piece = new CataloguePiece(part)) {
        piece.begin(stated, product);
        more.writeTo(piece.file());
        RowRange rows = new RowRange(range.firstId(), range.ids());
        piece
            .writeAllButIds(stated, groups, fields, range)
            .ifPresent(at -> places.add(new IdPlace(part, product.file(), at, rows)));
        piece.flush();
      }
      OutputFiles.sync(part);
    }
    return places;
  }
}
