package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CellTable;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * Writes halo_properties_NNNN.hdf5 in the layout of SOAP's catalogues of subhaloes
 * (combine_chunks.py), with one row per subhalo. The header lists the groups with datasets, which
 * swiftsimio presents to its users.
 */
final class SoapCatalogue implements SingleFileCatalogue.Layout {
  private static final String HEADER = "/Header";
  private static final String ROWS = "Subhalos";

  private SoapCatalogue() {}

  /** Returns the writer of the file; parameters as of {@link SwiftCatalogue#in}. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return SwiftCatalogue.writer(
        folder,
        "halo_properties_",
        snapshotNumber,
        SwiftCatalogue.FORMAT,
        "subhaloes",
        new SoapCatalogue());
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    CatalogueInfo stated = info.in(units.withoutHubble());
    new SwiftMetadata(out, info, units).write("SOAP", ROWS, plan.subhaloes());
    List<String> groups =
        plan.fields().stream()
            .map(GroupField::path)
            .map(path -> path.substring(1, path.lastIndexOf('/')))
            .distinct()
            .sorted()
            .toList();
    out.variableTexts(HEADER, "SubhaloTypes", groups);
    CellTable.write(out, stated.boxSize(), 1, Map.of(ROWS, plan.subhaloes()));
    new RunParameters(out, stated).write();
    SwiftCatalogue.createGroups(out, plan.fields());
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    List<CatalogueColumn> columns = new ArrayList<>(rows.columnsOfSubhaloes());
    columns.addAll(rows.columnsOfGroups());
    return SwiftCatalogue.fields(Layout.SOAP, rows, columns, units);
  }
}
