package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RowKeys;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.comm.ArrayParts;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.lightcone.NestedPixels;

/**
 * Writes lightcone_halos_NNNN.hdf5, a halo light cone that lightcone_io opens (its halo_reader.py):
 * rows in the order of the HEALPix pixels of their centres, and an index of the pixels. Units are
 * those of SWIFT's layout.
 */
final class LightconeCatalogue implements SingleFileCatalogue.Layout {
  private static final String INDEX = "/Index";
  private static final String LIGHTCONE = "/Lightcone";

  /**
   * Maximum number of pixels along a side of a base pixel in the index, which has all pixels of the
   * sky: 0.9 degrees. The order of finer pixels is also that of these.
   */
  private static final int LARGEST_INDEX = 64;

  private LightconeCatalogue() {}

  /** Returns the writer of the file; parameters as of {@link SwiftCatalogue#in}. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return SwiftCatalogue.writer(
        folder,
        "lightcone_halos_",
        snapshotNumber,
        "lightcone",
        "halo light cone",
        new LightconeCatalogue());
  }

  private static NestedPixels pixels(CatalogueInfo info) {
    int nside = info.lightcone().orElseThrow().nside();
    return new NestedPixels(Math.min(nside, LARGEST_INDEX));
  }

  @Override
  public Optional<RowKeys> keys(CatalogueInfo info, GroupCatalogue groups) {
    NestedPixels pixels = pixels(info);
    double[] x = groups.centre();
    int[] key =
        IntStream.range(0, groups.groups())
            .map(g -> (int) pixels.pixel(x[3 * g], x[3 * g + 1], x[3 * g + 2]))
            .toArray();
    return Optional.of(new RowKeys(key, (int) pixels.count()));
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    new SwiftMetadata(out, info, units).write("HaloLightcone", "Halos", plan.groups());
    new RunParameters(out, info.in(units.withoutHubble())).write();
    SwiftCatalogue.createGroups(out, plan.fields());
    List<String> names = plan.fields().stream().map(field -> field.path().substring(1)).toList();
    out.variableTexts(LIGHTCONE, "property_names", names);
    writeIndex(out, pixels(info), plan.rowsOfKeys().orElseThrow());
  }

  private static void writeIndex(Hdf5Writer out, NestedPixels pixels, long[] rows) {
    out.group(INDEX);
    out.attribute(INDEX, "nside", Hdf5Type.INT64, pixels.nside());
    out.variableText(INDEX, "order", "nest");
    write(out, INDEX + "/NumHalosPerPixel", rows);
    long[] first = Arrays.copyOf(ArrayParts.offsets(rows), rows.length);
    write(out, INDEX + "/FirstHaloInPixel", first);
  }

  private static void write(Hdf5Writer out, String path, long[] values) {
    out.dataset(path, Hdf5Type.INT64, values.length);
    out.write(path, 0, values.length, values);
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    return SwiftCatalogue.fields(Layout.LIGHTCONE, rows, rows.columnsOfGroups(), units);
  }
}
