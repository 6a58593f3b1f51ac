package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzfof.output.OutputFiles;
import org.jzfof.snapshot.LongSink;

/**
 * The files of a catalogue, written one after the other while the member IDs come in: one is open
 * at a time.
 */
final class PieceSequence implements LongSink, AutoCloseable {
  private final List<Path> files;
  private final List<Product> products;
  private final CatalogueInfo info;
  private final GroupCatalogue groups;
  private final GadgetCatalogue.Extra more;
  private final List<GroupField> fields;
  private final List<PieceRange> ranges;
  private CataloguePiece open;
  private int opened;

  private PieceSequence(
      List<Path> files,
      GadgetCatalogue catalogue,
      CatalogueInfo info,
      GroupCatalogue groups,
      GadgetCatalogue.Extra more) {
    this.files = files;
    this.products = catalogue.products();
    this.info = catalogue.stated(info);
    this.groups = groups;
    this.more = more;
    this.fields =
        GroupField.of(info, groups, CatalogueUnits.of(info.snapshot(), catalogue.units()));
    this.ranges = PieceRange.cut(groups, files.size());
  }

  /**
   * Writes a catalogue.
   *
   * @param files its pieces, at least one; nothing has these names
   * @param catalogue what they are
   * @param info what it says about the run, in units of the snapshot
   * @param groups the groups
   * @param more writes what else each file has
   */
  static void write(
      List<Path> files,
      GadgetCatalogue catalogue,
      CatalogueInfo info,
      GroupCatalogue groups,
      GadgetCatalogue.Extra more) {
    try (PieceSequence pieces = new PieceSequence(files, catalogue, info, groups, more)) {
      groups.memberIds().stream(pieces);
      while (pieces.opened < files.size()) {
        pieces.openNext();
      }
      pieces.complete();
    }
  }

  /** A block of IDs may end in another piece than it begins. */
  @Override
  public void accept(long row, int count, long[] ids) {
    int done = 0;
    while (done < count) {
      while (opened == 0 || row + done >= ranges.get(opened - 1).endId()) {
        openNext();
      }
      PieceRange range = ranges.get(opened - 1);
      int end = (int) Math.min(count, range.endId() - row);
      long[] part = done == 0 ? ids : Arrays.copyOfRange(ids, done, end);
      open.writeIds(row + done - range.firstId(), end - done, part);
      done = end;
    }
  }

  private void openNext() {
    if (open != null) {
      complete();
    }
    open = new CataloguePiece(files.get(opened));
    open.begin(info, products.get(opened));
    more.writeTo(open.file());
    open.writeAllButIds(info, groups, fields, ranges.get(opened));
    opened++;
  }

  private void complete() {
    open.flush();
    close();
    OutputFiles.sync(files.get(opened - 1));
  }

  @Override
  public void close() {
    if (open != null) {
      CataloguePiece closing = open;
      open = null;
      closing.close();
    }
  }
}
