package org.jzfof.catalogue.layout;

import java.util.List;
import java.util.Optional;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.output.Transaction;

/** Files with columns of groups: rank 0 lays them out, and every rank writes its rows. */
public interface GroupLayout {
  /**
   * Name of the attribute of the list of member IDs, with the value 1, that says that the members
   * of a subhalo are listed type by type, and in each type the most bound first.
   */
  String BY_TYPE = "SubhalosByType";

  /**
   * The sizes of the files.
   *
   * @param fields fields of the layout, the same on all ranks except for their values
   * @param ids number of member IDs of all ranks; 0 if they were not requested
   * @param rowsOfKeys number of groups of all ranks with each key of {@link #keys}, if groups are
   *     sorted by keys
   */
  record Plan(
      List<GroupField> fields,
      long groups,
      long subhaloes,
      long ids,
      List<FileRange> pieces,
      Optional<long[]> rowsOfKeys) {
    /** Returns whether subhaloes were searched for. */
    public boolean hasSubhaloes() {
      return fields.stream().anyMatch(field -> field.table() == CatalogueTable.SUBHALOES);
    }
  }

  /**
   * Returns the columns with the values of this rank; collective over all ranks.
   *
   * @param info description of the run, in units of the snapshot
   * @param groups groups of this rank
   * @param share position of these groups in the catalogue
   */
  List<GroupField> fields(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share);

  /**
   * Returns keys of the groups of this rank by which their rows are sorted; empty, on all ranks, if
   * rows are in the order of the catalogue. That is also the order of rows with equal keys.
   */
  default Optional<RowKeys> keys(CatalogueInfo info, GroupCatalogue groups) {
    return Optional.empty();
  }

  /**
   * Writes everything except the values of the columns and the member IDs, for which it reserves
   * space.
   *
   * @param transaction renames the files at its end
   * @return extents of the columns
   * @throws org.jzfof.error.OutputException if the files cannot be written, with the cause
   */
  List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan);
}
