package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.ColumnDatasets;
import org.jzfof.catalogue.columns.GadgetStyle;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.header.UnitChange;

/**
 * The files of a catalogue in Gadget's layout, with the attributes of the simulation from the
 * snapshot.
 *
 * @param outputDir folder that contains groups_NNN
 * @param number NNN, the number or name of the snapshot
 * @param count number of files, at least 1
 * @param tng whether the datasets are those of IllustrisTNG
 */
public record GadgetCatalogue(
    Path outputDir, String number, int count, UnitChoice units, boolean tng)
    implements CatalogueWriter {
  /** Part of product names. */
  private static final String TNG = ", tng";

  /** Returns the files of a catalogue, in order. */
  static List<Path> files(Path outputDir, String number, int count) {
    Path folder = CatalogueFiles.folder(outputDir, number);
    String name = table(number);
    return IntStream.range(0, count)
        .mapToObj(k -> folder.resolve(name + "." + k + ".hdf5"))
        .toList();
  }

  private static Predicate<String> names(String number) {
    return Pattern.compile(Pattern.quote(table(number)) + "\\.\\d+\\.hdf5").asMatchPredicate();
  }

  /** Returns the name of the file without ending; yt ends it at the first point. */
  private static String table(String number) {
    return "fof_subhalo_tab_" + number.replace('.', 'p');
  }

  /** Returns whether jzfof has written a file of a catalogue with the datasets of IllustrisTNG. */
  public static boolean isTng(Hdf5File file) {
    return file.hasAttribute("/", Provenance.PRODUCT)
        && file.text("/", Provenance.PRODUCT).contains(TNG);
  }

  @Override
  public List<OutputFile> products() {
    List<Path> files = files(outputDir, number, count);
    return IntStream.range(0, count).mapToObj(k -> new OutputFile(files.get(k), name(k))).toList();
  }

  /** Returns the product name, which differs if the same options may give other numbers. */
  private String name(int piece) {
    String name = "catalogue %d of %d%s".formatted(piece, count, tng ? TNG : "");
    return units == UnitChoice.AUTO
        ? name
        : name + ", units " + units.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<Path> older() {
    return OutputFiles.in(CatalogueFiles.folder(outputDir, number), names(number));
  }

  @Override
  public CatalogueInfo stated(CatalogueInfo info) {
    return info.in(CatalogueUnits.of(info.snapshot(), units));
  }

  @Override
  public void check(CatalogueInfo info) {
    CatalogueUnits.of(info.snapshot(), units);
    if (tng) {
      requireTypesOfTng(info);
    }
    files().forEach(OutputFiles::check);
  }

  private static void requireTypesOfTng(CatalogueInfo info) {
    for (int type : info.linking().types()) {
      if (type >= GadgetStyle.TNG_TYPES) {
        throw new SnapshotException(
            "--format tng has the types 0 to 5, but type %d is to be in groups: use --format gadget"
                .formatted(type));
      }
    }
  }

  @Override
  public List<GroupField> fields(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
    UnitChange change = CatalogueUnits.of(info.snapshot(), units);
    CatalogueRows rows = new CatalogueRows(info, groups, share);
    List<CatalogueColumn> columns = new ArrayList<>(rows.columnsOfGroups());
    columns.addAll(rows.columnsOfSubhaloes());
    GadgetStyle style = GadgetStyle.of(tng, info, change);
    return ColumnDatasets.of(style, rows, columns);
  }

  @Override
  public List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan) {
    UnitChange change = CatalogueUnits.of(info.snapshot(), units);
    return layOut(transaction, info, plan, new SimulationGroups(info.snapshot(), change)::copyTo);
  }

  /** Lays out the files as {@link #layOut(Transaction, CatalogueInfo, Plan)} does. */
  List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan, Extra more) {
    List<ColumnExtent> extents = new ArrayList<>();
    transaction.write(
        files(), parts -> extents.addAll(FileSequence.layOut(parts, this, info, plan, more)));
    return extents;
  }

  /** Further content of a file beside the groups. */
  @FunctionalInterface
  interface Extra {
    void writeTo(Hdf5Writer out);
  }
}
