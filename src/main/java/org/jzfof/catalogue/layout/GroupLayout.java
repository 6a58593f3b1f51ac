package org.jzfof.catalogue.layout;

import java.util.List;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.output.Transaction;

/** Files with columns of groups: rank 0 lays them out, and every rank writes the rows it has. */
public interface GroupLayout {
  /**
   * What the files have room for.
   *
   * @param fields of the layout, the same on all ranks but for their values
   * @param groups of all ranks
   * @param subhaloes of all ranks
   * @param ids members that are listed, of all ranks; 0 where they were not asked for
   * @param pieces what each file of a catalogue holds
   */
  record Plan(
      List<GroupField> fields, long groups, long subhaloes, long ids, List<FileRange> pieces) {
    /** Whether subhaloes were looked for. */
    public boolean hasSubhaloes() {
      return fields.stream().anyMatch(field -> field.table() == CatalogueTable.SUBHALOES);
    }
  }

  /**
   * The columns, with the values of this rank; every rank calls it.
   *
   * @param info what is known of the run, in units of the snapshot
   * @param groups of this rank
   * @param share which part of the catalogue they are
   */
  List<GroupField> fields(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share);

  /**
   * Writes all but the values of the columns and the member IDs, for which it leaves room.
   *
   * @param transaction gives the files their names
   * @return where the rows belong
   * @throws org.jzfof.error.OutputException if the files cannot be written, with the cause
   */
  List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan);
}
