package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * A snapshot of which this rank has checked its share of the files.
 *
 * @param snapshot its headers
 * @param rows its rows: from the files, but for those held
 * @param columns what a run reads of it
 * @param linked types of the particles to link
 * @param attached types of the particles to attach, of which there are any
 * @param around all other types with particles, where spheres hold them
 * @param checks what this rank has found in its share of the files
 * @param warnings sentences on what it lacks
 * @param remarks sentences on how it was read, which do not concern the groups
 */
public record CheckedSnapshot(
    Snapshot snapshot,
    HeldRows rows,
    ParticleColumns columns,
    int[] linked,
    int[] attached,
    SurroundingTypes around,
    FileChecks checks,
    List<String> warnings,
    List<String> remarks) {

  /**
   * Opens a snapshot and checks it; all ranks call it, and each reads a share of the headers.
   *
   * @param choice the particles to link
   * @param attach types of the particles to attach, where there are any
   * @param needs what else of them is needed
   * @param comm tells which share is this rank's
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static CheckedSnapshot open(
      ParticleChoice choice, int[] attach, RequiredColumns needs, Communicator comm) {
    Snapshot snapshot = Snapshot.open(choice.snapshot(), choice.headers(), comm);
    return check(snapshot, choice, attach, needs, comm, new HeldArrays());
  }

  /**
   * As {@link #open}, but this rank reads all headers and waits for no other, so that the snapshot
   * can come from a thread of its own.
   *
   * @param arrays for rows that are to be held
   */
  public static CheckedSnapshot openAlone(
      ParticleChoice choice,
      int[] attach,
      RequiredColumns needs,
      Communicator comm,
      HeldArrays arrays) {
    Snapshot snapshot = Snapshot.open(choice.snapshot(), choice.headers());
    return check(snapshot, choice, attach, needs, comm, arrays);
  }

  private static CheckedSnapshot check(
      Snapshot snapshot,
      ParticleChoice choice,
      int[] attach,
      RequiredColumns needs,
      Communicator comm,
      HeldArrays arrays) {
    List<String> warnings = new ArrayList<>();
    BoxFinder.warning(snapshot, choice).ifPresent(warnings::add);
    warnings.addAll(snapshot.notes().ofFiles());
    warnings.addAll(snapshot.notes().ofDensities());
    int[] attached = present(attach, snapshot.header().counts(), warnings);
    int[] types = choice.and(attached).types();
    SurroundingTypes around =
        SurroundingTypes.of(snapshot, needs, types, !BoxFinder.wraps(snapshot, choice));
    FileChecks checks =
        snapshot.check(
            choice.and(attached).and(around.types()).types(),
            ParticleColumn.COMMON,
            comm.rank(),
            comm.size());
    warnings.addAll(snapshot.miscounted(types));
    ParticleColumns columns = ParticleColumns.of(snapshot, types, needs, warnings);
    for (int type : types) {
      snapshot.massesBesideTable(type).ifPresent(warnings::add);
    }
    return new CheckedSnapshot(
        snapshot,
        new HeldRows(snapshot, arrays, needs.readers()),
        columns,
        choice.types(),
        attached,
        around,
        checks,
        warnings,
        new ArrayList<>());
  }

  /**
   * The types of which there are particles: early snapshots of a series may have no stars. Types
   * that the snapshot does not know at all are left in, and found missing later.
   */
  private static int[] present(int[] types, long[] counts, List<String> warnings) {
    return Arrays.stream(types)
        .filter(
            type -> {
              boolean there = type >= counts.length || counts[type] > 0;
              if (!there) {
                warnings.add(
                    "there are no particles of type %d: none are attached".formatted(type));
              }
              return there;
            })
        .toArray();
  }

  /** Reads this rank's share into memory, for later. */
  public void hold(Communicator comm) {
    loader(comm).hold(rows);
  }

  /** Bytes that {@link #hold} takes at most. */
  public long heldBytes(Communicator comm) {
    return loader(comm).rows() * HeldRows.bytesPerRow(columns);
  }

  private ParticleLoader loader(Communicator comm) {
    return new ParticleLoader(snapshot, rows, columns, comm, fraction -> {}, rows.threads());
  }
}
