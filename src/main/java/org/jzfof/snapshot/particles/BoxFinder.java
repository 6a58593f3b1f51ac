package org.jzfof.snapshot.particles;

import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ParticleChoice;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.threads.Parallel;

/**
 * Finds the box of a run: the box that the user gives, the box of the snapshot, or, for an open
 * box, the bounding box of the particles.
 */
public final class BoxFinder {
  private static final long MAX_ROWS = 1 << 30;

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
    PositionBounds bounds = new PositionBounds();
    for (int type : choice.types()) {
      long total = snapshot.header().counts()[type];
      EvenShares shares = new EvenShares(total, comm.size());
      long end = shares.start(comm.rank()) + shares.count(comm.rank());
      for (long from = shares.start(comm.rank()); from < end; from += MAX_ROWS) {
        widen(bounds, type, from, (int) Math.min(MAX_ROWS, end - from));
      }
    }
    return bounds.ofAllRanks(comm);
  }

  /** Widens bounds to hold rows of a type, which all threads read where that is faster. */
  private void widen(PositionBounds bounds, int type, long from, int rows) {
    Parallel.forRange(
        rows,
        snapshot.readsInParts(type) ? PositionSource.PART : rows,
        (first, end) -> {
          PositionBounds part = new PositionBounds();
          snapshot.read(
              ParticleColumn.COORDINATES,
              type,
              from + first,
              end - first,
              new Coordinates(type, from + first, part));
          bounds.add(part);
        });
  }

  /** Widens bounds to hold every block of coordinates. */
  private final class Coordinates implements ColumnSink {
    private final int type;
    private final long from;
    private final PositionBounds bounds;

    Coordinates(int type, long from, PositionBounds bounds) {
      this.type = type;
      this.from = from;
      this.bounds = bounds;
    }

    @Override
    public void accept(ColumnBlock block) {
      if (block.isFractions()) {
        throw new SnapshotException(
            choice.snapshot()
                + " stores coordinates as fractions of a periodic box: leave out --open");
      }
      bounds.add(block, i -> snapshot.describeParticle(type, from + block.row() + i));
    }

    @Override
    public boolean takesFractions() {
      return true;
    }
  }
}
