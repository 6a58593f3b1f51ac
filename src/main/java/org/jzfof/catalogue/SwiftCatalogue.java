package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.ColumnDatasets;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.columns.SwiftStyle;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * Writes fof_output_NNNN.hdf5 in the layout of SWIFT's friends-of-friends output
 * (fof_catalogue_io.c): no h in any unit, comoving lengths, group IDs from 1, no member IDs.
 * Spheres have the names of SOAP, and subhaloes are in a separate file in the layout of SOAP.
 */
final class SwiftCatalogue implements SingleFileCatalogue.Layout {
  static final String FORMAT = "swift";

  private SwiftCatalogue() {}

  /**
   * Returns the writer of the file.
   *
   * @param snapshotNumber number in the name, padded to four digits
   */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return writer(folder, "fof_output_", snapshotNumber, FORMAT, "catalogue", new SwiftCatalogue());
  }

  /**
   * Returns the writer of a file in units of SWIFT.
   *
   * @param format name of the format, for messages
   * @param content product name of the file
   */
  static CatalogueWriter writer(
      Path folder,
      String name,
      String snapshotNumber,
      String format,
      String content,
      SingleFileCatalogue.Layout layout) {
    String number =
        snapshotNumber.matches("\\d{1,3}")
            ? "0".repeat(4 - snapshotNumber.length()) + snapshotNumber
            : snapshotNumber;
    return new SingleFileCatalogue(
        folder.resolve(name + number + ".hdf5"),
        format,
        content,
        info -> info.in(PhysicalUnits.of(info.snapshot(), format).withoutHubble()),
        layout);
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    new SwiftMetadata(out, info, units).write("FOF", "Groups", plan.groups());
    new RunParameters(out, info.in(units.withoutHubble())).write();
    createGroups(out, plan.fields());
  }

  /** Creates the HDF5 groups of the datasets. */
  static void createGroups(Hdf5Writer out, List<GroupField> fields) {
    fields.stream().flatMap(field -> parents(field.path())).distinct().forEach(out::group);
  }

  /** Returns the HDF5 groups of a dataset, the outermost first. */
  private static Stream<String> parents(String path) {
    return IntStream.range(1, path.length())
        .filter(i -> path.charAt(i) == '/')
        .mapToObj(i -> path.substring(0, i));
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    return fields(Layout.SWIFT, rows, rows.columnsOfGroups(), units);
  }

  /** Returns the datasets of columns in a layout with units of SWIFT. */
  static List<GroupField> fields(
      Layout layout, CatalogueRows rows, List<CatalogueColumn> columns, PhysicalUnits units) {
    SwiftStyle style = new SwiftStyle(layout, units, rows.info().snapshot());
    return ColumnDatasets.of(style, rows, columns);
  }
}
