package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ParticleChoice;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Finds the box of a run: the box that the user gives, the box of the snapshot, or, for an open
 * box, the bounding box of the particles.
 */
public final class BoxFinder {
  private final Snapshot snapshot;
  private final ParticleChoice choice;
  private final Communicator comm;

  /** Creates a finder; every rank creates one. */
  public BoxFinder(Snapshot snapshot, ParticleChoice choice, Communicator comm) {
    this.snapshot = snapshot;
    this.choice = choice;
    this.comm = comm;
  }

  /**
   * Finds the box; every rank calls this method.
   *
   * @throws SnapshotException if a periodic box is neither given nor stored, or a position in an
   *     open box is not finite
   */
  public Box find() {
    if (!wraps(snapshot, choice)) {
      return boundingBox();
    }
    if (choice.box() != null) {
      return Box.periodic(choice.box());
    }
    double[] stored = snapshot.header().boxSize();
    if (stored == null) {
      throw new SnapshotException(
          choice.snapshot()
              + " has no BoxSize: give --box L for a periodic box, or --open for an isolated"
              + " system");
    }
    return Box.periodic(stored);
  }

  /** Whether the box is periodic, according to the user, else according to the snapshot. */
  static boolean wraps(Snapshot snapshot, ParticleChoice choice) {
    return choice.periodic() && (choice.box() != null || snapshot.notes().notPeriodic().isEmpty());
  }

  /** A warning about a box that is open because of the snapshot, without a request by the user. */
  public static Optional<String> warning(Snapshot snapshot, ParticleChoice choice) {
    return choice.periodic() && !wraps(snapshot, choice)
        ? snapshot
            .notes()
            .notPeriodic()
            .map(
                why ->
                    "the box of the simulation was not periodic (%s), so distances do not wrap around it: give --open to confirm that, or --box L if they must"
                        .formatted(why))
        : Optional.empty();
  }

  private Box boundingBox() {
    double[] lower = new double[3];
    double[] upper = new double[3];
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
    for (int type : choice.types()) {
      long total = snapshot.header().counts()[type];
      EvenShares shares = new EvenShares(total, comm.size());
      long from = shares.start(comm.rank());
      snapshot.read(
          ParticleColumn.COORDINATES,
          type,
          from,
          shares.count(comm.rank()),
          new Bounds(type, from, lower, upper));
    }
    comm.min(lower);
    comm.max(upper);
    boolean empty = lower[0] > upper[0];
    return empty ? Box.open(new double[3], new double[3]) : Box.open(lower, upper);
  }

  /** Widens bounds to hold every block of coordinates. */
  private final class Bounds implements ColumnSink {
    private final int type;
    private final long from;
    private final double[] lower;
    private final double[] upper;

    Bounds(int type, long from, double[] lower, double[] upper) {
      this.type = type;
      this.from = from;
      this.lower = lower;
      this.upper = upper;
    }

    @Override
    public void accept(ColumnBlock block) {
      if (block.isFractions()) {
        throw new SnapshotException(
            choice.snapshot()
                + " stores coordinates as fractions of a periodic box: leave out --open");
      }
      double[] xyz = block.doubles();
      for (int i = 0; i < block.count(); i++) {
        widen(block.row() + i, xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
      }
    }

    @Override
    public boolean takesFractions() {
      return true;
    }

    private void widen(long row, double x, double y, double z) {
      if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
        throw ColumnReading.invalid(snapshot.describeParticle(type, from + row), x, y, z);
      }
      lower[0] = Math.min(lower[0], x);
      lower[1] = Math.min(lower[1], y);
      lower[2] = Math.min(lower[2], z);
      upper[0] = Math.max(upper[0], x);
      upper[1] = Math.max(upper[1], y);
      upper[2] = Math.max(upper[2], z);
    }
  }
}
