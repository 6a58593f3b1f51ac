package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.Snapshot;

/**
 * An open snapshot; this rank has checked its share of the files.
 *
 * @param rows reader of rows from the files, or from memory for rows that are held there
 * @param attached particle types to attach, all with particles
 * @param surrounding other particle types that count in spheres
 * @param checks results of the checks of this rank's share of the files
 * @param warnings sentences about missing data
 * @param remarks sentences about the reading that do not concern the groups
 */
public record CheckedSnapshot(
    Snapshot snapshot,
    HeldRows rows,
    ParticleColumns columns,
    int[] linked,
    int[] attached,
    SurroundingTypes surrounding,
    FileChecks checks,
    List<String> warnings,
    List<String> remarks) {

  /**
   * Opens and checks a snapshot. Every rank calls this method and reads a share of the headers.
   *
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static CheckedSnapshot open(
      ParticleChoice choice, int[] attach, RequiredColumns needs, Communicator comm) {
    Snapshot snapshot = Snapshot.open(choice.snapshot(), choice.headers(), comm);
    return check(snapshot, choice, attach, needs, comm, new HeldArrays());
  }

  /**
   * Opens and checks a snapshot as {@link #open}. This rank reads all headers without
   * communication, so that a background thread can call this method.
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
    SurroundingTypes surrounding =
        SurroundingTypes.of(snapshot, needs, types, !BoxFinder.wraps(snapshot, choice));
    FileChecks checks =
        snapshot.check(
            choice.and(attached).and(surrounding.types()).types(),
            needs.checked(),
            comm.rank(),
            comm.size());
    warnings.addAll(snapshot.countWarnings(types));
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
        surrounding,
        checks,
        warnings,
        new ArrayList<>());
  }

  /**
   * Removes types without particles: early snapshots of a series may have no stars. Types that the
   * snapshot does not know remain, and cause an error later.
   */
  private static int[] present(int[] types, long[] counts, List<String> warnings) {
    return Arrays.stream(types)
        .filter(
            type -> {
              boolean present = type >= counts.length || counts[type] > 0;
              if (!present) {
                warnings.add(
                    "there are no particles of type %d: none are attached".formatted(type));
              }
              return present;
            })
        .toArray();
  }

  /** Reads this rank's share of the rows into memory in advance. */
  public void hold(Communicator comm) {
    loader(comm).hold(rows);
  }

  /** Maximum number of bytes that {@link #hold} allocates. */
  public long heldBytes(Communicator comm) {
    return loader(comm).rows() * HeldRows.bytesPerRow(columns);
  }

  private ParticleLoader loader(Communicator comm) {
    return new ParticleLoader(snapshot, rows, columns, comm, fraction -> {}, rows.threads());
  }
}
