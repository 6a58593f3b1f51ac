package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ParticleChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.checks.BoxMass;
import org.jzfof.snapshot.checks.ExactSum;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader;

/** The particles of a snapshot that a run asks for, checked and ready to be read. */
public final class SnapshotParticles {
  private final Snapshot snapshot;
  private final HeldRows held;
  private final ParticleColumns columns;
  private final ParticleColumns primary;
  private final ParticleColumns secondary;
  private final int[] around;
  private final String obstacle;
  private final Box box;
  private final MergedChecks joined;
  private final Communicator comm;
  private final List<String> warnings;
  private final List<String> remarks;
  private final BoxMass boxMass;
  private RowChecks rowChecks;
  private RowChecks surroundingChecks; // null until they are read

  private SnapshotParticles(
      CheckedSnapshot checked, MergedChecks joined, Box box, Communicator comm) {
    this.snapshot = checked.snapshot();
    this.held = checked.rows();
    this.columns = checked.columns();
    this.primary = columns.ofTypes(checked.linked());
    this.secondary = columns.ofTypes(checked.attached());
    this.around = checked.around().types();
    this.obstacle = checked.around().obstacle();
    this.box = box;
    this.boxMass = new BoxMass(snapshot, box);
    this.joined = joined;
    this.comm = comm;
    this.warnings = checked.warnings();
    this.remarks = checked.remarks();
  }

  /** Opens a snapshot of which particles are linked and none attached. */
  public static SnapshotParticles open(ParticleChoice choice, boolean ids, Communicator comm) {
    return open(choice, new int[0], RequiredColumns.ofIds(ids), comm);
  }

  /**
   * Opens a snapshot, checks this rank's share of its files, and finds the box.
   *
   * @param attach particle types to attach; types without particles are ignored
   * @param needs further columns that the search requires
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static SnapshotParticles open(
      ParticleChoice choice, int[] attach, RequiredColumns needs, Communicator comm) {
    return of(CheckedSnapshot.open(choice, attach, needs, comm), choice, comm);
  }

  /** Finds the box of a snapshot that is checked and the same for all ranks, which all call it. */
  public static SnapshotParticles of(
      CheckedSnapshot checked, ParticleChoice choice, Communicator comm) {
    Snapshot snapshot = checked.snapshot();
    MergedChecks joined = MergedChecks.of(checked.checks(), snapshot.header(), comm);
    checked.warnings().addAll(joined.unwritten());
    ParticleChoice all = choice.and(checked.attached()).and(checked.around().types());
    Box box = new BoxFinder(snapshot, all, comm).find();
    return new SnapshotParticles(checked, joined, box, comm);
  }

  /** The header of the snapshot. */
  public SnapshotHeader header() {
    return snapshot.header();
  }

  /** The fingerprint of the snapshot; see {@link SnapshotFingerprint}. */
  public String fingerprint() {
    return joined.fingerprint();
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

  private long count(ParticleColumns subset) {
    return Arrays.stream(subset.types()).mapToLong(t -> header().counts()[t]).sum();
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
  public double readMeanMass() {
    ExactSum stored = new ExactSum();
    for (int type : primary.types()) {
      if (columns.massOfType()[type] == 0) {
        EvenShares shares = new EvenShares(header().counts()[type], comm.size());
        long from = shares.start(comm.rank());
        held.read(
            ParticleColumn.MASSES,
            type,
            from,
            shares.count(comm.rank()),
            block -> {
              ValueLoader.requireAll(
                  ParticleColumn.MASSES,
                  block.doubles(),
                  block.count(),
                  i -> snapshot.describeParticle(type, from + block.row() + i));
              stored.add(block);
            });
      }
    }
    stored.addUp(comm);
    return meanMass(stored);
  }

  /** As {@link #readMeanMass}, after the particles were read. */
  public double meanMass() {
    return meanMass(rowChecks.massSum(primary.types()));
  }

  private double meanMass(ExactSum stored) {
    double constant = 0;
    for (int type : primary.types()) {
      constant += header().counts()[type] * columns.massOfType()[type];
    }
    return (constant + stored.value()) / count();
  }

  /** Device bytes of each particle read. */
  public long bytesPerRow() {
    return columns.bytesPerRow();
  }

  /** Whether velocities are read; where a type has none, none are. */
  public boolean hasVelocities() {
    return columns.has(ParticleColumn.VELOCITIES);
  }

  /** Warnings about the snapshot, as sentences. */
  public List<String> warnings() {
    return rowChecks == null
        ? warnings
        : Stream.concat(
                warnings.stream(), rowChecks.warnings(!joined.unwritten().isEmpty()).stream())
            .toList();
  }

  /**
   * The mass of all particles over that of the box at the mean density of matter, after these were
   * read; NaN in an open box, without a cosmology, and where types are not read whose share is not
   * known.
   */
  public double boxMass() {
    boolean[] read = new boolean[header().types()];
    double mass = rowChecks == null ? 0 : rowChecks.massSum(columns.types()).value();
    if (rowChecks != null) {
      Arrays.stream(columns.types()).forEach(type -> read[type] = true);
    }
    if (surroundingChecks != null) {
      mass += surroundingChecks.massSum(around).value();
      Arrays.stream(around).forEach(type -> read[type] = true);
    }
    for (int type = 0; type < read.length; type++) {
      if (header().massTable()[type] > 0) {
        read[type] = true;
        mass += header().massTable()[type] * header().counts()[type];
      }
    }
    return mass / (boxMass.expected() * boxMass.share(read));
  }

  /** What is odd about {@link #boxMass}, if anything. */
  public Optional<String> boxMassWarning() {
    return boxMass.warning(boxMass());
  }

  /** The checks of the rows that were read; null before that. */
  public RowChecks rowChecks() {
    return rowChecks;
  }

  /** Remarks on how the snapshot was read, as sentences; they do not concern the groups. */
  public List<String> remarks() {
    return remarks;
  }

  /**
   * Reads this rank's share of the particles to link onto a device; every rank calls it.
   *
   * @param progress receiver of the fraction that has been read, 0 to 1
   * @throws org.jzfof.error.SnapshotException on the first value that cannot be, or for a box that
   *     cannot be theirs
   */
  public Particles load(SearchSpace space, Backend backend, DoubleConsumer progress) {
    rowChecks = new RowChecks(snapshot, box, columns.types());
    return load(primary, secondaryCount() == 0, space, backend, progress);
  }

  /** As {@link #load} and after it, for the particles to attach; there must be some. */
  public Particles loadSecondary(SearchSpace space, Backend backend, DoubleConsumer progress) {
    return load(secondary, true, space, backend, progress);
  }

  /**
   * @param last whether this call reads the last types, so that the ranks join their checks
   */
  private Particles load(
      ParticleColumns subset,
      boolean last,
      SearchSpace space,
      Backend backend,
      DoubleConsumer progress) {
    try (Scope read = new Scope()) {
      Particles particles =
          read.add(
              loader(subset, progress)
                  .load(space, backend.particles(), backend.memory(), rowChecks));
      if (last) {
        rowChecks.join(comm);
      }
      return read.keep(particles);
    }
  }

  /** Frees the memory of rows that were read before they were needed. */
  public void release() {
    held.release();
  }

  /** Factor from stored values of a column to the physical quantity; 1 where none are read. */
  public double factor(ParticleColumn column) {
    return columns.factor(column);
  }

  /** Types of the particles to link. */
  public int[] types() {
    return primary.types();
  }

  /** As {@link #load}, for positions and masses alone. */
  public Particles loadMasses(
      SearchSpace space, Backend backend, boolean velocities, DoubleConsumer progress) {
    rowChecks = new RowChecks(snapshot, box, columns.types());
    ParticleColumns subset = ParticleColumns.of(snapshot, primary.types(), false, velocities);
    return load(subset, true, space, backend, progress);
  }

  /** Why no spheres are measured although a run would by default; empty where they can be. */
  public Optional<String> sphereObstacle() {
    return Optional.ofNullable(obstacle);
  }

  /** Particles of all other types that spheres hold, over all ranks. */
  public long othersCount() {
    return Arrays.stream(around).mapToLong(t -> header().counts()[t]).sum();
  }

  /** Whether these have velocities, and the particles that are read anyway. */
  public boolean allHaveVelocities() {
    return hasVelocities()
        && Arrays.stream(around).allMatch(type -> snapshot.has(ParticleColumn.VELOCITIES, type));
  }

  /**
   * As {@link #load}, for positions and masses of the particles of all other types; null where
   * there are none, or they were not asked for.
   */
  public Particles loadOthers(
      SearchSpace space, Backend backend, boolean velocities, DoubleConsumer progress) {
    if (around.length == 0) {
      return null;
    }
    ParticleColumns subset = ParticleColumns.of(snapshot, around, false, velocities);
    RowChecks checks = new RowChecks(snapshot, box, around);
    try (Scope read = new Scope()) {
      Particles particles =
          read.add(
              loader(subset, progress).load(space, backend.particles(), backend.memory(), checks));
      checks.addUpMasses(comm);
      surroundingChecks = checks;
      return read.keep(particles);
    }
  }

  /**
   * Group numbers as the snapshot has its particles; every rank calls it.
   *
   * @param numbers I32 of the rows that this rank has read, the primary ones first
   * @param memory device memory that holds the numbers
   */
  public GroupNumbers numbers(DeviceArray numbers, DeviceMemory memory) {
    int[] types =
        IntStream.concat(Arrays.stream(primary.types()), Arrays.stream(secondary.types()))
            .toArray();
    long[] counts =
        Arrays.stream(types)
            .mapToLong(t -> new EvenShares(header().counts()[t], comm.size()).count(comm.rank()))
            .toArray();
    return new GroupNumbers(comm, types, counts, numbers, memory);
  }

  /** Puts this rank's share of the particles to link into bins. */
  public void fill(OccupiedBins bins) {
    loader(primary, fraction -> {}).fill(bins, box);
  }

  /** Puts the coordinates of this rank's even share of all rows, as stored, onto a device. */
  public Coordinates loadCoordinates(Backend backend) {
    SnapshotRows rows = new SnapshotRows(snapshot, columns.types(), joined.doubles());
    EvenShares shares = new EvenShares(rows.rows(), comm.size());
    return new PositionLoader(rows, box, backend.particles(), backend.memory())
        .load(shares.start(comm.rank()), shares.count(comm.rank()));
  }

  /** Bytes of the Java heap in which rows are held. */
  public long heldBytes() {
    return held.bytes();
  }

  private ParticleLoader loader(ParticleColumns subset, DoubleConsumer progress) {
    return new ParticleLoader(snapshot, held, subset, comm, progress, held.threads());
  }
}
