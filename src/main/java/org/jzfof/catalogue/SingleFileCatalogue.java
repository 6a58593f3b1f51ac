package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.layout.RowKeys;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;

/**
 * Writes a catalogue of one file, of groups or of subhaloes, in a format that needs physical units.
 *
 * @param format name of the format, for messages
 * @param content product name of the file, for the record of the run
 * @param stated converts the description of a run to units of the format
 */
record SingleFileCatalogue(
    Path file, String format, String content, UnaryOperator<CatalogueInfo> stated, Layout layout)
    implements CatalogueWriter {
  /** The content of the file of a format. */
  interface Layout {
    /** Returns the fields as {@link GroupLayout#fields} does. */
    List<GroupField> fields(
        CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units);

    /** Returns keys of the groups as {@link GroupLayout#keys} does. */
    default Optional<RowKeys> keys(CatalogueInfo info, GroupCatalogue groups) {
      return Optional.empty();
    }

    /** Writes everything before the datasets of the groups. */
    void begin(Hdf5Writer out, CatalogueInfo info, Plan plan, PhysicalUnits units);

    /**
     * Reserves space for the member IDs if the format has them.
     *
     * @return offset of the first ID in the file
     */
    default OptionalLong reserveIds(Hdf5Writer out, long ids) {
      return OptionalLong.empty();
    }
  }

  @Override
  public List<OutputFile> products() {
    return List.of(product());
  }

  private OutputFile product() {
    return new OutputFile(file, content + " " + format);
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
  public List<GroupField> fields(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
    return layout.fields(info, groups, share, units(info));
  }

  @Override
  public Optional<RowKeys> keys(CatalogueInfo info, GroupCatalogue groups) {
    return layout.keys(info, groups);
  }

  @Override
  public List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan) {
    Path part = transaction.parts(List.of(file)).get(0);
    List<ColumnExtent> extents = new ArrayList<>();
    SingleFile.write(
        transaction,
        product(),
        info.run().provenance(),
        out -> {
          layout.begin(out, info, plan, units(info));
          RowRange groups = new RowRange(0, plan.groups());
          extents.addAll(
              GroupField.reserve(out, plan.fields(), CatalogueTable.GROUPS, part, file, groups));
          RowRange subhaloes = new RowRange(0, plan.subhaloes());
          extents.addAll(
              GroupField.reserve(
                  out, plan.fields(), CatalogueTable.SUBHALOES, part, file, subhaloes));
          RowRange ids = new RowRange(0, plan.ids());
          layout
              .reserveIds(out, plan.ids())
              .ifPresent(
                  at ->
                      extents.add(new ColumnExtent(ColumnExtent.MEMBER_IDS, part, file, at, ids)));
        });
    return extents;
  }
}
