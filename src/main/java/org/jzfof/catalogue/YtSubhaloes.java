package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.ColumnDatasets;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.columns.YtStyle;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * Writes subhalos_NNN.0.h5, which yt opens as a halo catalogue whose haloes are the subhaloes, with
 * physical values in cgs. The file is separate because a halo catalogue has one kind of halo, and
 * yt would take files named halos_NNN*.h5 for further pieces of the groups. Members are in the list
 * of the groups, to which /particles/ids is a link.
 */
final class YtSubhaloes implements SingleFileCatalogue.Layout {
  private final String groupFile;

  private YtSubhaloes(String groupFile) {
    this.groupFile = groupFile;
  }

  /** Returns the writer of the file. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return YtCatalogue.writer(
        folder,
        "subhalos_" + snapshotNumber + ".0.h5",
        "subhaloes",
        new YtSubhaloes(YtCatalogue.file(snapshotNumber)));
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    YtCatalogue.begin(out, info, units, plan.subhaloes());
  }

  @Override
  public OptionalLong reserveIds(Hdf5Writer out, long ids) {
    out.group("/particles");
    out.externalLink(groupFile, YtCatalogue.IDS, YtCatalogue.IDS);
    return OptionalLong.empty();
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    YtStyle style = new YtStyle(units, info.snapshot());
    List<GroupField> fields =
        new ArrayList<>(ColumnDatasets.of(style, rows, rows.columnsOfSubhaloes()));
    CatalogueColumn half = SubhaloColumns.HALF_MASS_RADIUS;
    fields.add(YtCatalogue.otherRadius(fields, half, "half_mass_radius"));
    return fields;
  }
}
