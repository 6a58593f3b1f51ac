package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.catalogue.stored.StoredHeader.Attribute;
import org.jzfof.error.CatalogueException;

/** Rejects catalogues with inconsistent numbers, independent of their further use. */
public final class CatalogueCheck {
  private static final Attribute IDS = new Attribute("/Header", "Nids_Total");

  /** Number of groups that are read together. */
  private static final int BLOCK = 1 << 20;

  private final StoredCatalogue catalogue;
  private final Path first;

  private CatalogueCheck(StoredCatalogue catalogue) {
    this.catalogue = catalogue;
    this.first = catalogue.files().get(0);
  }

  /**
   * Checks the header and the rows of subhaloes.
   *
   * @throws CatalogueException if they are inconsistent
   */
  static void require(StoredCatalogue catalogue) {
    CatalogueCheck check = new CatalogueCheck(catalogue);
    check.requireFinite(catalogue.header().box());
    for (String name : new String[] {"Redshift", "Time"}) {
      catalogue.header().number(name).ifPresent(check::requireFinite);
    }
    check.requireIds();
    check.requireSubhaloes();
  }

  /** Returns whether the groups are those of a light cone, each of a time of its own. */
  public static boolean isOfLightcone(StoredCatalogue catalogue) {
    double[] stated = catalogue.parameters(RunParameters.LIGHTCONE);
    return stated.length > 0 && stated[0] != 0;
  }

  /**
   * Requires that all groups are of one time and fill a box.
   *
   * @param purpose what needs them, for the message
   * @throws CatalogueException if they are those of a light cone
   */
  public static void requireSnapshot(StoredCatalogue catalogue, String purpose) {
    if (isOfLightcone(catalogue)) {
      throw new CatalogueException(
          "%s has the groups of a light cone, each at a time of its own: %s needs the catalogue of a snapshot"
              .formatted(catalogue.files().get(0), purpose));
    }
  }

  private void requireFinite(Attribute attribute) {
    for (double value : attribute.numbers(first)) {
      if (!Double.isFinite(value)) {
        throw new CatalogueException(
            "%s of %s is %s: the file was changed; write the catalogue again"
                .formatted(
                    (attribute.object() + "/" + attribute.name()).replaceFirst("^/+", ""),
                    first,
                    value));
      }
    }
  }

  /** Checks the number of IDs, which catalogues of jzfof in Gadget's layout state. */
  private void requireIds() {
    if (catalogue.header() != StoredHeader.GADGET || !catalogue.isFromJzfof()) {
      return;
    }
    long stated = IDS.number(first, -1);
    long listed = new ListedIds(catalogue).count();
    if (stated >= 0 && listed != stated) {
      throw new CatalogueException(
          "%s of %s is %d, but IDs/ID has %d: the file was changed; write the catalogue again"
              .formatted(IDS.name(), first, stated, listed));
    }
  }

  private void requireSubhaloes() {
    if (!catalogue.hasSubhaloes()) {
      requireNoneStated();
      return;
    }
    StoredTable groups = catalogue.groupTable();
    int rows = catalogue.subhaloTable().rows();
    if (catalogue.groups() == 0
        || !groups.hasAll(GroupColumns.FIRST_SUBHALO, GroupColumns.SUBHALOES)) {
      return;
    }
    long sum = 0;
    for (RowRange block : RowRange.blocks(groups.rows(), BLOCK)) {
      sum += requireSubhaloes(groups, block, rows);
    }
    if (catalogue.isFromJzfof() && sum != rows) {
      throw new CatalogueException(
          "the groups of %s have %d subhaloes, but there are %d: write the catalogue again"
              .formatted(first, sum, rows));
    }
  }

  /** Checks some groups, and returns the number of their subhaloes. */
  private long requireSubhaloes(StoredTable groups, RowRange block, int rows) {
    long[] from = groups.longs(GroupColumns.FIRST_SUBHALO, block);
    long[] number = groups.longs(GroupColumns.SUBHALOES, block);
    for (int g = 0; g < number.length; g++) {
      boolean inside = from[g] >= 0 && number[g] <= rows - from[g];
      if (number[g] < 0 || number[g] > 0 && !inside) {
        int group = (int) block.first() + g;
        throw new CatalogueException(
            "%s has %d subhaloes from %d on, but there are %d: write the catalogue again"
                .formatted(catalogue.describeGroup(group), number[g], from[g], rows));
      }
    }
    return Arrays.stream(number).sum();
  }

  /** Checks that a catalogue of jzfof without subhaloes states none. */
  private void requireNoneStated() {
    if (catalogue.header() != StoredHeader.GADGET) {
      return;
    }
    Attribute total = catalogue.header().total(true);
    long stated = total.number(first, 0);
    if (catalogue.isFromJzfof() && stated > 0) {
      throw new CatalogueException(
          "%s of %s is %d, but %s is missing: the file was changed; write the catalogue again"
              .formatted(
                  total.name(),
                  first,
                  stated,
                  SubhaloColumns.LENGTH.path(Layout.GADGET).substring(1)));
    }
  }
}
