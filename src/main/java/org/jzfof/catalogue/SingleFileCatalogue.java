package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;

/**
 * Writes a catalogue of one file in a format that needs physical units.
 *
 * @param file where
 * @param format its name, for messages
 * @param stated what it says about a run, in units of the format
 * @param layout what the file holds
 */
record SingleFileCatalogue(
    Path file, String format, UnaryOperator<CatalogueInfo> stated, Layout layout)
    implements CatalogueWriter {
  /** What a format puts into its file. */
  @FunctionalInterface
  interface Layout {
    /**
     * Writes everything but the member IDs.
     *
     * @return position in the file of the first of them, if they have a place
     */
    OptionalLong write(
        Hdf5Writer out, CatalogueInfo info, GroupCatalogue groups, PhysicalUnits units);
  }

  @Override
  public List<Product> products() {
    return List.of(product());
  }

  private Product product() {
    return new Product(file, "catalogue " + format);
  }

  @Override
  public CatalogueInfo stated(CatalogueInfo info) {
    return stated.apply(info);
  }

  @Override
  public void check(CatalogueInfo info) {
    units(info);
    OutputFiles.check(file);
  }

  private PhysicalUnits units(CatalogueInfo info) {
    return PhysicalUnits.of(info.snapshot(), format);
  }

  @Override
  public List<IdPlace> write(Transaction transaction, CatalogueInfo info, GroupCatalogue groups) {
    Path part = transaction.parts(List.of(file)).get(0);
    RowRange rows = new RowRange(0, groups.memberIds().count());
    List<IdPlace> places = new ArrayList<>();
    SingleFile.write(
        transaction,
        product(),
        info.provenance(),
        out ->
            layout
                .write(out, info, groups, units(info))
                .ifPresent(at -> places.add(new IdPlace(part, file, at, rows))));
    return places;
  }
}
