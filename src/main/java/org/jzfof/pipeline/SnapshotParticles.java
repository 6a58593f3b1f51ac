package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ParticleChoice;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.knn.Coordinates;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.SnapshotRows;

/** The particles of a snapshot that a run asks for, checked and ready to be read. */
public final class SnapshotParticles {
  private final Snapshot snapshot;
  private final HeldRows held;
  private final ParticleColumns columns;
  private final Box box;
  private final Communicator comm;
  private final List<String> warnings;

  private SnapshotParticles(CheckedSnapshot checked, Box box, Communicator comm) {
    this.snapshot = checked.snapshot();
    this.held = checked.rows();
    this.columns = checked.columns();
    this.box = box;
    this.comm = comm;
    this.warnings = checked.warnings();
  }

  /**
   * Opens a snapshot, checks this rank's share of its files, and finds the box.
   *
   * @param ids whether IDs must be there
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static SnapshotParticles open(ParticleChoice choice, boolean ids, Communicator comm) {
    return of(CheckedSnapshot.open(choice, ids, comm), choice, comm);
  }

  /** Finds the box of a snapshot that is checked; every rank calls it. */
  static SnapshotParticles of(CheckedSnapshot checked, ParticleChoice choice, Communicator comm) {
    Box box = new BoxFinder(checked.snapshot(), choice, comm).find();
    return new SnapshotParticles(checked, box, comm);
  }

  /** What the snapshot says of itself. */
  public SnapshotHeader header() {
    return snapshot.header();
  }

  /** The box that holds the particles. */
  public Box box() {
    return box;
  }

  /** Particles of the types asked for, over all ranks. */
  public long count() {
    return Arrays.stream(columns.types()).mapToLong(t -> header().counts()[t]).sum();
  }

  /** Particles that this rank reads. */
  public long rows() {
    return loader(fraction -> {}).rows();
  }

  /** Device bytes of each particle read. */
  public long bytesPerRow() {
    return columns.bytesPerRow();
  }

  /** Sentences on what the snapshot lacks. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * Reads this rank's share onto a device.
   *
   * @param progress is told the fraction that is read
   */
  public Particles load(Backend backend, DoubleConsumer progress) {
    return loader(progress).load(FixedPoint.of(box), backend.particles(), backend.memory());
  }

  /** Puts the coordinates of this rank's even share of all rows, as stored, onto a device. */
  public Coordinates loadCoordinates(Backend backend) {
    SnapshotRows rows = KnnInput.rows(snapshot, columns.types(), comm);
    EvenShares shares = new EvenShares(rows.rows(), comm.size());
    return new PositionLoader(rows, box, backend.memory())
        .load(shares.start(comm.rank()), shares.count(comm.rank()));
  }

  /** Frees the memory of rows that were read before they were needed. */
  void release() {
    held.release();
  }

  private ParticleLoader loader(DoubleConsumer progress) {
    return new ParticleLoader(snapshot, held, columns, comm, progress);
  }
}
