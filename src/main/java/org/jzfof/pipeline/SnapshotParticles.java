package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.GatheredNumbers;
import org.jzfof.catalogue.GroupNumbers;
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
  private final ParticleColumns columns;
  private final ParticleColumns primary;
  private final ParticleColumns secondary;
  private final Box box;
  private final Communicator comm;
  private final List<String> warnings;

  private SnapshotParticles(
      Snapshot snapshot,
      ParticleColumns columns,
      int[] linked,
      int[] attached,
      Box box,
      Communicator comm,
      List<String> warnings) {
    this.snapshot = snapshot;
    this.columns = columns;
    this.primary = columns.ofTypes(linked);
    this.secondary = columns.ofTypes(attached);
    this.box = box;
    this.comm = comm;
    this.warnings = warnings;
  }

  /** Opens a snapshot of which particles are linked and none attached. */
  public static SnapshotParticles open(ParticleChoice choice, boolean ids, Communicator comm) {
    return open(choice, new int[0], ids, comm);
  }

  /**
   * Opens a snapshot, checks this rank's share of its files, and finds the box.
   *
   * @param choice the particles to link
   * @param attach types of the particles to attach, where there are any
   * @param ids whether IDs must be there
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static SnapshotParticles open(
      ParticleChoice choice, int[] attach, boolean ids, Communicator comm) {
    Snapshot snapshot = Snapshot.open(choice.snapshot());
    List<String> warnings = new ArrayList<>();
    int[] attached = present(attach, snapshot.header().counts(), warnings);
    ParticleChoice all = choice.and(attached);
    snapshot.check(all.types(), EnumSet.allOf(Snapshot.Quantity.class), comm.rank(), comm.size());
    ParticleColumns columns = ParticleColumns.of(snapshot, all.types(), ids, warnings);
    Box box = new BoxFinder(snapshot, all, comm).find();
    return new SnapshotParticles(snapshot, columns, choice.types(), attached, box, comm, warnings);
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

  /** What the snapshot says of itself. */
  public SnapshotHeader header() {
    return snapshot.header();
  }

  /** The box that holds the particles. */
  public Box box() {
    return box;
  }

  /** Particles of the types to link, over all ranks. */
  public long count() {
    return count(primary);
  }

  /** Particles of the types to attach, over all ranks. */
  public long secondaryCount() {
    return count(secondary);
  }

  private long count(ParticleColumns some) {
    return Arrays.stream(some.types()).mapToLong(t -> header().counts()[t]).sum();
  }

  /** Particles that this rank reads, of all types. */
  public long rows() {
    return loader(columns, fraction -> {}).rows();
  }

  /**
   * Mean mass of the particles to link; the same for any number of ranks, which all call it.
   *
   * @throws org.jzfof.error.SnapshotException where a mass is negative or not finite
   */
  double meanMass() {
    ExactSum stored = new ExactSum();
    double constant = 0;
    for (int type : primary.types()) {
      long total = header().counts()[type];
      constant += total * columns.massOfType()[type];
      if (columns.massOfType()[type] == 0) {
        EvenShares shares = new EvenShares(total, comm.size());
        long from = shares.start(comm.rank());
        snapshot.readMasses(
            type,
            from,
            shares.count(comm.rank()),
            (row, count, masses) -> {
              ParticleLoader.requireMasses(snapshot, type, from + row, masses, count);
              for (int i = 0; i < count; i++) {
                stored.add(masses[i]);
              }
            });
      }
    }
    stored.addUp(comm);
    return (constant + stored.value()) / count();
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
   * Reads this rank's share of the particles to link onto a device.
   *
   * @param progress is told the fraction that is read
   */
  public Particles load(Backend backend, DoubleConsumer progress) {
    return load(primary, backend, progress);
  }

  /** As {@link #load}, for the particles to attach; there must be types of them. */
  Particles loadSecondary(Backend backend, DoubleConsumer progress) {
    return load(secondary, backend, progress);
  }

  /**
   * Group numbers as the snapshot has its particles; every rank calls it.
   *
   * @param numbers of the rows that this rank has read, the primary ones first
   */
  GroupNumbers numbers(int[] numbers) {
    int[] types =
        IntStream.concat(Arrays.stream(primary.types()), Arrays.stream(secondary.types()))
            .toArray();
    long[] counts =
        Arrays.stream(types)
            .mapToLong(t -> new EvenShares(header().counts()[t], comm.size()).count(comm.rank()))
            .toArray();
    return new GatheredNumbers(comm, types, counts, numbers);
  }

  private Particles load(ParticleColumns some, Backend backend, DoubleConsumer progress) {
    return loader(some, progress).load(FixedPoint.of(box), backend.particles(), backend.memory());
  }

  /** Puts the coordinates of this rank's even share of all rows, as stored, onto a device. */
  public Coordinates loadCoordinates(Backend backend) {
    SnapshotRows rows = KnnInput.rows(snapshot, columns.types(), comm);
    EvenShares shares = new EvenShares(rows.rows(), comm.size());
    return new PositionLoader(rows, box, backend.memory())
        .load(shares.start(comm.rank()), shares.count(comm.rank()));
  }

  private ParticleLoader loader(ParticleColumns some, DoubleConsumer progress) {
    return new ParticleLoader(snapshot, some, comm, progress);
  }
}
