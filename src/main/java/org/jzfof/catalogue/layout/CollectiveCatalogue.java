package org.jzfof.catalogue.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.output.Transaction;

/**
 * Writes the groups of all ranks, side by side: needs a range of the catalogue on each rank, and
 * leaves the files complete, on the disk, without their names.
 */
public final class CollectiveCatalogue {
  private CollectiveCatalogue() {}

  /**
   * Writes the files; every rank calls it.
   *
   * @param transaction gives them their names; of rank 0, null elsewhere
   * @param groups of this rank
   * @param files of the catalogue
   * @param layouts what is written
   * @return what the user should know about the ranks, a complete sentence
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   * @throws org.jzfof.error.SnapshotException where a number of this rank's groups is infinite
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
    List<ColumnExtent> places = new ArrayList<>();
    for (GroupLayout layout : layouts) {
      List<GroupField> fields = GroupField.agreed(comm, layout.fields(info, groups, share));
      if (transaction != null) {
        int others = all.size();
        GroupLayout.Plan plan =
            new GroupLayout.Plan(
                fields, share.groups(), share.subhaloes(), groups.memberIds().count(), pieces);
        layout.layOut(transaction, info, plan).forEach(place -> places.add(place.behind(others)));
      }
      all.addAll(fields);
    }
    return CollectiveColumns.write(comm, places, all, share, groups.memberIds());
  }
}
