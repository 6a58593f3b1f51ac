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
import org.jzfof.error.SnapshotException;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.checks.BoxMass;
import org.jzfof.snapshot.checks.ExactSum;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** The particles of a snapshot that a run uses: the checked snapshot, the box and the columns. */
public final class SnapshotParticles {
  private final Snapshot snapshot;
  private final HeldRows held;
  private final ParticleColumns columns;
  private final ParticleColumns primary;
  private final ParticleColumns secondary;
  private final SurroundingTypes others;
  private final Box box;
  private final MergedChecks mergedChecks;
  private final Communicator comm;
  private final List<String> warnings;
  private final List<String> remarks;
  private final BoxMass boxMass;
  private RowChecks rowChecks;
  private RowChecks surroundingChecks; // null until the other types are read

  private SnapshotParticles(
      CheckedSnapshot checked, MergedChecks mergedChecks, Box box, Communicator comm) {
    this.snapshot = checked.snapshot();
    this.held = checked.rows();
    this.columns = checked.columns();
    this.primary = columns.ofTypes(checked.linked());
    this.secondary = columns.ofTypes(checked.attached());
    this.others = checked.surrounding();
    this.box = box;
    this.boxMass = new BoxMass(snapshot, box);
    this.mergedChecks = mergedChecks;
    this.comm = comm;
    this.warnings = checked.warnings();
    this.remarks = checked.remarks();
  }

  /** Returns the particles of some of the files, in the box and with the columns of all. */
  public SnapshotParticles of(List<Piece> files) {
    Snapshot some = snapshot.of(files);
    HeldRows rows = new HeldRows(some, new HeldArrays(), held.threads());
    CheckedSnapshot checked =
        new CheckedSnapshot(
            some, rows, columns, types(), secondary.types(), others, null, List.of(), List.of());
    return new SnapshotParticles(checked, mergedChecks, box, comm);
  }

  /** Looks at all particles of a light cone, file by file; every rank calls it. */
  public ConeScan scan() {
    boolean move = others.types().length > 0 && allHaveVelocities();
    ParticleColumns ofOthers = ParticleColumns.of(snapshot, others.types(), false, move);
    return ConeScan.of(snapshot, List.of(primary, secondary, ofOthers), held.threads(), comm);
  }

  /** Opens a snapshot without particles to attach. */
  public static SnapshotParticles open(ParticleChoice choice, boolean ids, Communicator comm) {
    return open(choice, new int[0], RequiredColumns.ofIds(ids), comm);
  }

  /**
   * Opens a snapshot, checks this rank's share of its files, and finds the box; every rank calls
   * this method.
   *
   * @param attach particle types to attach; types without particles are ignored
   * @throws org.jzfof.error.SnapshotException on the first fault
   */
  public static SnapshotParticles open(
      ParticleChoice choice, int[] attach, RequiredColumns needs, Communicator comm) {
    return of(CheckedSnapshot.open(choice, attach, needs, comm), choice, comm);
  }

  /**
   * Joins the checks of all ranks and finds the box; every rank calls this method.
   *
   * @throws org.jzfof.error.SnapshotException if ranks read different snapshots
   */
  public static SnapshotParticles of(
      CheckedSnapshot checked, ParticleChoice choice, Communicator comm) {
    Snapshot snapshot = checked.snapshot();
    MergedChecks mergedChecks = MergedChecks.of(checked.checks(), snapshot.header(), comm);
    checked.warnings().addAll(mergedChecks.unwritten());
    ParticleChoice all = choice.and(checked.attached()).and(checked.surrounding().types());
    Box box = new BoxFinder(snapshot, all, comm).find();
    return new SnapshotParticles(checked, mergedChecks, box, comm);
  }

  public SnapshotHeader header() {
    return snapshot.header();
  }

  /**
   * Requires that the particles are those of a snapshot, all of one time.
   *
   * @throws org.jzfof.error.SnapshotException if they are of a light cone
   */
  public void requireSnapshot() {
    for (int type : primary.types()) {
      boolean present = header().counts()[type] > 0;
      if (!header().epoch().timed()
          || present && snapshot.has(ParticleColumn.SCALE_FACTORS, type)) {
        throw new SnapshotException(
            "%s holds particles of a light cone, which have scale factors of their own: give --lightcone"
                .formatted(header().pieces().get(0).file()));
      }
    }
  }

  /** The fingerprint of the snapshot; see {@link SnapshotFingerprint}. */
  public String fingerprint() {
    return mergedChecks.fingerprint();
  }

  /** The box that holds the particles. */
  public Box box() {
    return box;
  }

  /** Number of particles to link, over all ranks. */
  public long count() {
    return count(primary.types());
  }

  /** Number of particles to attach, over all ranks. */
  public long secondaryCount() {
    return count(secondary.types());
  }

  private long count(int[] types) {
    return Arrays.stream(types).mapToLong(t -> header().counts()[t]).sum();
  }

  /** Number of particles to link or attach that this rank reads. */
  public long rows() {
    return loader(columns, fraction -> {}).rows();
  }

  /**
   * Reads the mean mass of the particles to link. Every rank calls this method; the result does not
   * depend on the number of ranks.
   *
   * @throws org.jzfof.error.SnapshotException if a mass is negative or not finite
   */
  public double readMeanMass() {
    ExactSum stored = loader(primary, fraction -> {}).massSum();
    stored.addUp(comm);
    return meanMass(stored);
  }

  /** Returns the mean mass, from the particles that have been read if all of them have been. */
  public double meanMass() {
    return rowChecks == null ? readMeanMass() : meanMass(rowChecks.massSum(primary.types()));
  }

  private double meanMass(ExactSum stored) {
    double constant = 0;
    for (int type : primary.types()) {
      constant += header().counts()[type] * columns.massOfType()[type];
    }
    return (constant + stored.value()) / count();
  }

  /** Device bytes per particle. */
  public long bytesPerRow() {
    return columns.bytesPerRow();
  }

  /** Whether velocities are read; they are not if any type lacks them. */
  public boolean hasVelocities() {
    return columns.has(ParticleColumn.VELOCITIES);
  }

  /** Warnings about the snapshot, including those about rows that have been read. */
  public List<String> warnings() {
    return rowChecks == null
        ? warnings
        : Stream.concat(
                warnings.stream(), rowChecks.warnings(!mergedChecks.unwritten().isEmpty()).stream())
            .toList();
  }

  /**
   * The mass of all particles over the mass of the box at the mean density of matter, after the
   * particles have been read. The result is NaN in an open box, without a cosmology, and if the
   * share of unread types is unknown.
   */
  public double boxMass() {
    boolean[] read = new boolean[header().types()];
    double mass = rowChecks == null ? 0 : rowChecks.massSum(columns.types()).value();
    if (rowChecks != null) {
      Arrays.stream(columns.types()).forEach(type -> read[type] = true);
    }
    if (surroundingChecks != null) {
      mass += surroundingChecks.massSum(others.types()).value();
      Arrays.stream(others.types()).forEach(type -> read[type] = true);
    }
    for (int type = 0; type < read.length; type++) {
      if (header().massTable()[type] > 0) {
        read[type] = true;
        mass += header().massTable()[type] * header().counts()[type];
      }
    }
    return mass / (boxMass.expected() * boxMass.share(read));
  }

  /** A warning about {@link #boxMass}; empty if it is near 1 or unknown. */
  public Optional<String> boxMassWarning() {
    return boxMass.warning(boxMass());
  }

  /** The checks of the rows that have been read; null before the first call of {@link #load}. */
  public RowChecks rowChecks() {
    return rowChecks;
  }

  /** Remarks about the reading of the snapshot; they do not concern the groups. */
  public List<String> remarks() {
    return remarks;
  }

  /**
   * Reads this rank's share of the particles to link onto a device; every rank calls this method.
   * The caller closes the result.
   *
   * @param progress receiver of the fraction that has been read, 0 to 1
   * @throws org.jzfof.error.SnapshotException on the first invalid value, or if the box cannot hold
   *     the particles
   */
  public Particles load(SearchSpace space, Backend backend, DoubleConsumer progress) {
    rowChecks = new RowChecks(snapshot, box, columns.types());
    return load(primary, secondaryCount() == 0, space, backend, progress);
  }

  /** Reads the particles to attach, of which there must be some, after {@link #load}. */
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

  /** Releases the memory of rows that were read in advance. */
  public void release() {
    held.release();
  }

  /** Factor from stored values to the physical quantity; 1 for a column that is not read. */
  public double factor(ParticleColumn column) {
    return columns.factor(column);
  }

  /** Types of the particles to link. */
  public int[] types() {
    return primary.types();
  }

  /** Reads only positions, masses and on request velocities of the particles to link. */
  public Particles loadMasses(
      SearchSpace space, Backend backend, boolean velocities, DoubleConsumer progress) {
    rowChecks = new RowChecks(snapshot, box, columns.types());
    ParticleColumns subset = ParticleColumns.of(snapshot, primary.types(), false, velocities);
    return load(subset, true, space, backend, progress);
  }

  /** The reason why a run measures no spheres by default; empty if it can measure them. */
  public Optional<String> sphereObstacle() {
    return Optional.ofNullable(others.obstacle());
  }

  /** Number of particles of other types that count in spheres, over all ranks. */
  public long surroundingCount() {
    return count(others.types());
  }

  /** Whether all particles that count in spheres have velocities. */
  public boolean allHaveVelocities() {
    return hasVelocities()
        && Arrays.stream(others.types())
            .allMatch(type -> snapshot.has(ParticleColumn.VELOCITIES, type));
  }

  /**
   * Reads positions, masses and on request velocities of the particles of other types that count in
   * spheres; every rank calls this method.
   *
   * @return particles, which the caller closes; null if no other types count
   */
  public Particles loadSurrounding(
      SearchSpace space, Backend backend, boolean velocities, DoubleConsumer progress) {
    if (others.types().length == 0) {
      return null;
    }
    ParticleColumns subset = ParticleColumns.of(snapshot, others.types(), false, velocities);
    RowChecks checks = new RowChecks(snapshot, box, others.types());
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
   * Returns group numbers in the order of the particles in the snapshot; every rank calls this
   * method.
   *
   * @param numbers group numbers of the rows that this rank has read, I32; linked particles precede
   *     attached ones
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

  /** Adds this rank's share of the particles to link to bins. */
  public void fill(OccupiedBins bins) {
    loader(primary, fraction -> {}).fill(bins, box);
  }

  /**
   * Reads the stored coordinates of this rank's even share of all rows onto a device; the caller
   * closes the result.
   */
  public Coordinates loadCoordinates(Backend backend) {
    SnapshotRows rows = new SnapshotRows(snapshot, columns.types(), mergedChecks.doubles());
    EvenShares shares = new EvenShares(rows.rows(), comm.size());
    return new PositionLoader(rows, box, backend.particles(), backend.memory())
        .load(shares.start(comm.rank()), shares.count(comm.rank()));
  }

  /** Whether the particles have IDs; otherwise their rows count as such. */
  public boolean hasIds() {
    return columns.has(ParticleColumn.IDS);
  }

  /** Bytes of the Java heap for rows that were read in advance. */
  public long heldBytes() {
    return held.bytes();
  }

  private ParticleLoader loader(ParticleColumns subset, DoubleConsumer progress) {
    return new ParticleLoader(snapshot, held, subset, comm, progress, held.threads());
  }
}
