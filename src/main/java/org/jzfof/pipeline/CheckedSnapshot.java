package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.snapshot.Snapshot;

/**
 * A snapshot of which this rank has checked its share of the files. No rank waits for another on
 * the way to it, so that it can come from a thread of its own.
 *
 * @param snapshot its headers
 * @param rows its rows: from the files, but for those held
 * @param columns what a run reads of it
 * @param warnings sentences on what it lacks
 */
record CheckedSnapshot(
    Snapshot snapshot, HeldRows rows, ParticleColumns columns, List<String> warnings) {

  /**
   * Opens a snapshot and checks it.
   *
   * @param ids whether IDs must be there
   * @param comm tells which share is this rank's
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  static CheckedSnapshot open(ParticleChoice choice, boolean ids, Communicator comm) {
    Snapshot snapshot = Snapshot.open(choice.snapshot());
    snapshot.check(
        choice.types(), EnumSet.allOf(Snapshot.Quantity.class), comm.rank(), comm.size());
    List<String> warnings = new ArrayList<>();
    ParticleColumns columns = ParticleColumns.of(snapshot, choice.types(), ids, warnings);
    return new CheckedSnapshot(snapshot, new HeldRows(snapshot), columns, warnings);
  }

  /** Reads this rank's share into memory, for later. */
  void hold(Communicator comm) {
    loader(comm).hold(rows);
  }

  /** Bytes that {@link #hold} takes at most. */
  long heldBytes(Communicator comm) {
    return loader(comm).rows() * HeldRows.bytesPerRow(columns);
  }

  private ParticleLoader loader(Communicator comm) {
    return new ParticleLoader(snapshot, rows, columns, comm, fraction -> {});
  }
}
