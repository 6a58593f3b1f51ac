package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.ColumnDatasets;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.YtStyle;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.config.Overdensity;
import org.jzfof.domain.Box;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Writes halos_NNN.0.h5, which yt opens as a halo catalogue: physical (not comoving) values in cgs,
 * members under /particles/ids.
 */
final class YtCatalogue implements SingleFileCatalogue.Layout {
  private static final String ROOT = "/";
  static final String IDS = "/particles/ids";

  /**
   * Overdensities in order of preference; the radius of the first measured one becomes the radius
   * of a halo in yt.
   */
  private static final List<Overdensity> VIRIAL =
      Stream.of("200c", "vir").flatMap(name -> Overdensity.find(name).stream()).toList();

  private YtCatalogue() {}

  /** Returns the writer of the file. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return writer(folder, file(snapshotNumber), "catalogue", new YtCatalogue());
  }

  /** Returns the name of the file. */
  static String file(String snapshotNumber) {
    return "halos_" + snapshotNumber + ".0.h5";
  }

  /**
   * Returns the writer of a file for yt.
   *
   * @param content product name of the file
   */
  static CatalogueWriter writer(
      Path folder, String name, String content, SingleFileCatalogue.Layout layout) {
    return new SingleFileCatalogue(
        folder.resolve(name), "yt", content, UnaryOperator.identity(), layout);
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    begin(out, info, units, plan.groups());
  }

  /** Writes everything before the datasets of groups or subhaloes. */
  static void begin(Hdf5Writer out, CatalogueInfo info, PhysicalUnits units, long haloes) {
    CatalogueInfo physical = info.in(units.toCgs(info.snapshot()));
    new Header(out, info, physical, units).write(haloes);
    new RunParameters(out, physical).write("cm");
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    YtStyle style = new YtStyle(units, info.snapshot());
    List<GroupField> fields =
        new ArrayList<>(ColumnDatasets.of(style, rows, rows.columnsOfGroups()));
    CatalogueColumn enclosing = GroupColumns.ENCLOSING_RADIUS;
    fields.add(
        VIRIAL.stream()
            .flatMap(limit -> find(fields, SphereColumns.RADIUS.at(limit)).stream())
            .findFirst()
            .map(YtCatalogue::sameRadius)
            .orElseGet(() -> otherRadius(fields, enclosing, enclosing.description())));
    return fields;
  }

  private static Optional<GroupField> find(List<GroupField> fields, CatalogueColumn column) {
    String path = column.path(Layout.YT);
    return fields.stream().filter(field -> field.path().equals(path)).findFirst();
  }

  /** Copies the radius of a sphere under the name that yt uses for the radius of a halo. */
  private static GroupField sameRadius(GroupField radius) {
    return virialRadius(
        radius,
        (out, path) -> {
          radius.label().writeTo(out, path);
          out.variableText(path, "same_as", radius.path().substring(1));
        });
  }

  /**
   * Copies another radius under the name that yt uses for the radius of a halo; the description
   * names its origin.
   */
  static GroupField otherRadius(
      List<GroupField> fields, CatalogueColumn column, String description) {
    return virialRadius(
        find(fields, column).orElseThrow(),
        (out, path) -> {
          out.attribute(path, "units", "cm");
          out.variableText(
              path,
              "description",
              description
                  + "; yt takes it for the radius of a halo, and it is that of no overdensity");
        });
  }

  private static GroupField virialRadius(GroupField radius, GroupField.Label label) {
    String path = GroupColumns.VIRIAL_RADIUS.path(Layout.YT);
    return new GroupField(radius.table(), path, radius.type(), 1, label, radius.values(), null);
  }

  @Override
  public OptionalLong reserveIds(Hdf5Writer out, long ids) {
    out.group("/particles");
    OptionalLong position = out.reserve(IDS, Hdf5Type.UINT64, ids);
    out.attribute(IDS, "units", "");
    out.attribute(IDS, GroupLayout.BY_TYPE, Hdf5Type.INT32, 1);
    return position;
  }

  /** Writes the attributes of the file. */
  private record Header(
      Hdf5Writer out, CatalogueInfo info, CatalogueInfo physical, PhysicalUnits units) {
    void write(long haloes) {
      SnapshotHeader snapshot = info.snapshot();
      Cosmology cosmology = snapshot.cosmology();
      out.attribute(ROOT, "data_type", "halo_catalog");
      out.attribute(ROOT, "num_halos", Hdf5Type.INT64, haloes);
      boolean cosmological = cosmological(snapshot);
      out.attribute(ROOT, "cosmological_simulation", Hdf5Type.INT32, cosmological ? 1 : 0);
      number("current_time", units.time(snapshot) * units.timeSeconds());
      out.attribute(ROOT, "current_time_units", "s");
      number("current_redshift", cosmological ? snapshot.redshift() : 0);
      number("hubble_constant", cosmological ? cosmology.hubble() : 0);
      number("omega_matter", cosmological ? cosmology.omegaMatter() : 0);
      number("omega_lambda", cosmological ? cosmology.omegaLambda() : 0);
      Box box = physical.box();
      double[] lowerCorner = new double[3];
      double[] right = physical.boxSize().clone();
      for (int d = 0; d < 3 && !box.periodic(); d++) {
        lowerCorner[d] = Math.min(0, box.lower()[d]);
        right[d] = Math.max(right[d], box.lower()[d] + box.size()[d]);
      }
      out.attribute(ROOT, "domain_left_edge", Hdf5Type.FLOAT64, lowerCorner);
      out.attribute(ROOT, "domain_right_edge", Hdf5Type.FLOAT64, right);
      out.attribute(ROOT, "domain_left_edge_units", "cm");
      out.attribute(ROOT, "domain_right_edge_units", "cm");
    }

    private static boolean cosmological(SnapshotHeader snapshot) {
      return snapshot.comoving() && snapshot.cosmology().stated();
    }

    private void number(String name, double value) {
      out.attribute(ROOT, name, Hdf5Type.FLOAT64, value);
    }
  }
}
