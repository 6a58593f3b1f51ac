package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.CatalogueInfo;
import org.jzfof.catalogue.CatalogueWriter;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.catalogue.GroupNumbers;
import org.jzfof.catalogue.MembershipWriter;
import org.jzfof.catalogue.ReorderedSnapshot;
import org.jzfof.comm.Communicator;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.RunOptions;
import org.jzfof.snapshot.SnapshotFiles;
import org.jzfof.snapshot.SnapshotHeader;

/** The files that a run writes. Rank 0 writes; the others send it what they have. */
final class Products {
  private final Communicator comm;
  private final CatalogueWriter catalogue;
  private final MembershipWriter membership;
  private final ReorderedSnapshot reordered;

  Products(RunOptions options, SnapshotHeader snapshot, Communicator comm) {
    this.comm = comm;
    String number = SnapshotFiles.number(snapshot.pieces().get(0).file());
    Path folder = options.outputDir();
    boolean swift = options.output().format() == CatalogueFormat.SWIFT;
    this.catalogue = CatalogueWriter.of(options.output(), folder, number);
    this.membership =
        options.output().membership() ? new MembershipWriter(folder, number, swift) : null;
    this.reordered =
        options.output().reorder() ? new ReorderedSnapshot(folder, number, snapshot, comm) : null;
  }

  /** Checks, without writing anything, that everything could be written. */
  void check(CatalogueInfo info) {
    catalogue.check(info);
    if (membership != null) {
      membership.check();
    }
    if (reordered != null) {
      reordered.check();
    }
  }

  /** Whether the group of every particle is needed. */
  boolean needNumbers() {
    return membership != null || reordered != null;
  }

  /** The first file of the catalogue. */
  Path catalogueFile() {
    return catalogue.files().get(0);
  }

  /** What is written beside the catalogue. */
  List<Path> others() {
    List<Path> files = new ArrayList<>();
    if (membership != null) {
      files.add(membership.file());
    }
    if (reordered != null) {
      files.add(reordered.file());
    }
    return files;
  }

  /** Writes the catalogue; every rank calls it. */
  void writeCatalogue(CatalogueInfo info, GroupCatalogue groups) {
    if (comm.rank() == 0) {
      catalogue.write(info, groups);
    } else {
      groups.memberIds().stream((row, count, ids) -> {});
    }
  }

  /** Writes the group of every particle, if asked to; every rank calls it. */
  void writeMembership(CatalogueInfo info, GroupNumbers numbers) {
    if (membership == null) {
      return;
    }
    if (comm.rank() == 0) {
      membership.write(info, numbers);
    } else {
      for (int type : numbers.types()) {
        numbers.stream(type, (row, block) -> {});
      }
    }
  }

  /** Writes the snapshot in group order, if asked to; every rank calls it. */
  void writeReordered(GroupCatalogue groups, GroupNumbers numbers) {
    if (reordered != null) {
      reordered.write(groups, numbers);
    }
  }
}
