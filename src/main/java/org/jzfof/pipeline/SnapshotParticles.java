package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.GatheredNumbers;
import org.jzfof.catalogue.GroupNumbers;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotHeader;

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
      RunOptions options,
      Box box,
      Communicator comm,
      List<String> warnings) {
    this.snapshot = snapshot;
    this.columns = columns;
    this.primary = columns.ofTypes(options.types());
    this.secondary = columns.ofTypes(options.attach());
    this.box = box;
    this.comm = comm;
    this.warnings = warnings;
  }

  /**
   * Opens a snapshot, checks this rank's share of its files, and finds the box.
   *
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static SnapshotParticles open(RunOptions options, Communicator comm) {
    Snapshot snapshot = Snapshot.open(options.snapshot());
    snapshot.check(options.allTypes(), comm.rank(), comm.size());
    List<String> warnings = new ArrayList<>();
    ParticleColumns columns = ParticleColumns.of(snapshot, options, warnings);
    Box box = new BoxFinder(snapshot, options, comm).find();
    return new SnapshotParticles(snapshot, columns, options, box, comm, warnings);
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
        RowShare share = RowShare.of(total, comm.rank(), comm.size());
        snapshot.readMasses(
            type,
            share.from(),
            share.count(),
            (row, count, masses) -> {
              ParticleLoader.requireMasses(snapshot, type, share.from() + row, masses, count);
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
            .mapToLong(t -> RowShare.of(header().counts()[t], comm.rank(), comm.size()).count())
            .toArray();
    return new GatheredNumbers(comm, types, counts, numbers);
  }

  private Particles load(ParticleColumns some, Backend backend, DoubleConsumer progress) {
    return loader(some, progress).load(FixedPoint.of(box), backend.particles(), backend.memory());
  }

  private ParticleLoader loader(ParticleColumns some, DoubleConsumer progress) {
    return new ParticleLoader(snapshot, some, comm, progress);
  }
}
