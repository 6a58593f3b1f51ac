package org.jzfof.catalogue.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.output.Transaction;

/**
 * Writes the groups of all ranks in parallel. Each rank must have a range of the catalogue. The
 * files are complete and on the disk afterwards, but do not have their names yet.
 */
public final class CollectiveCatalogue {
  private CollectiveCatalogue() {}

  /**
   * Writes the files; collective over all ranks.
   *
   * @param transaction renames the files at its end; null on ranks other than 0
   * @param groups groups of this rank
   * @return a complete sentence about the ranks for the user, if there is one
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   * @throws org.jzfof.error.SnapshotException if a number of this rank's groups is infinite
   */
  public static Optional<String> write(
      Communicator comm,
      Transaction transaction,
      CatalogueInfo info,
      GroupCatalogue groups,
      int files,
      List<? extends GroupLayout> layouts) {
    CatalogueShare share = CatalogueShare.of(comm, groups);
    List<FileRange> pieces = FileRange.cut(comm, groups, share, files);
    List<GroupField> all = new ArrayList<>();
    List<ColumnExtent> extents = new ArrayList<>();
    for (GroupLayout layout : layouts) {
      Optional<RowOrder> order =
          layout.keys(info, groups).map(keys -> RowOrder.of(comm, share, keys));
      List<GroupField> unsorted = GroupField.agreed(comm, layout.fields(info, groups, share));
      List<GroupField> fields = order.map(o -> o.sorted(unsorted)).orElse(unsorted);
      if (transaction != null) {
        int previous = all.size();
        GroupLayout.Plan plan =
            new GroupLayout.Plan(
                fields,
                share.groups(),
                share.subhaloes(),
                groups.memberIds().count(),
                pieces,
                order.map(RowOrder::rowsOfKeys));
        layout
            .layOut(transaction, info, plan)
            .forEach(extent -> extents.add(extent.shifted(previous)));
      }
      all.addAll(fields);
    }
    return CollectiveColumns.write(comm, extents, all, share, groups.memberIds());
  }
}
