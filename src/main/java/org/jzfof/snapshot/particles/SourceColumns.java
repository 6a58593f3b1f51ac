package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.files.RowLookup;
import org.jzfof.neighbours.files.SourceValues;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.checks.CheckResult;
import org.jzfof.snapshot.checks.NegativeIds;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Reads the requested IDs, masses and velocities of the sources of a rank, and keeps them on the
 * host.
 */
public final class SourceColumns {
  /** The ID that stands for a missing neighbour. */
  private static final long NO_ID = -1;

  private final SnapshotRows sources;
  private final Set<ParticleColumn> requested;
  private final Communicator comm;
  private final EvenShares shares;
  private final int signedIdBits;
  private final NegativeIds negative;

  /**
   * @param requested subset of IDs, masses and velocities
   */
  public SourceColumns(SnapshotRows sources, Set<ParticleColumn> requested, Communicator comm) {
    this.sources = sources;
    this.requested = requested;
    this.comm = comm;
    this.shares = new EvenShares(sources.rows(), comm.size());
    this.signedIdBits = readsIds() ? sources.signedIdBits() : 0;
    this.negative = new NegativeIds(signedIdBits > 0 ? signedIdBits : Long.SIZE);
  }

  /** Heap bytes per source. */
  public int bytesPerRow() {
    return (readsIds() ? Long.BYTES : 0) + summedBytesPerRow();
  }

  /** Heap bytes per source of the values that sums need. */
  public int summedBytesPerRow() {
    return (readsMasses() ? Double.BYTES : 0) + (readsVelocities() ? 3 * Double.BYTES : 0);
  }

  private boolean readsIds() {
    return requested.contains(ParticleColumn.IDS);
  }

  private boolean readsMasses() {
    return requested.contains(ParticleColumn.MASSES) && sources.commonMass().isEmpty();
  }

  private boolean readsVelocities() {
    return requested.contains(ParticleColumn.VELOCITIES);
  }

  /** Warnings about the IDs, after {@link #read}. */
  public List<String> warnings() {
    return negative.count() > 0 && signedIdBits > 0
        ? List.of(RowChecks.negative(negative, "IDs", sources::describeRow))
        : List.of();
  }

  /** Reads this rank's share; every rank calls this method. */
  public SourceValues read() {
    OptionalDouble commonMass =
        requested.contains(ParticleColumn.MASSES) ? sources.commonMass() : OptionalDouble.of(0);
    return new SourceValues(
        readsIds() ? ids() : null,
        readsMasses() ? masses() : null,
        commonMass.orElse(0),
        readsVelocities() ? velocities() : List.of());
  }

  private RowLookup ids() {
    long[] ids = new long[(int) shares.count(comm.rank())];
    readIds(block -> System.arraycopy(block.integers(), 0, ids, (int) block.row(), block.count()));
    return new RowLookup(comm, shares, row -> ids[(int) row], NO_ID);
  }

  /** Reads the IDs of this rank's share onto a device (I64); every rank calls this method. */
  public DeviceArray readIds(DeviceMemory memory) {
    try (Scope made = new Scope()) {
      DeviceArray ids = made.add(memory.allocate(ElementType.I64, shares.count(comm.rank())));
      readIds(block -> memory.write(ids, block.row(), block.integers(), block.count()));
      return made.keep(ids);
    }
  }

  private void readIds(ColumnSink sink) {
    long first = shares.start(comm.rank());
    sources.readInParts(
        ParticleColumn.IDS,
        first,
        shares.count(comm.rank()),
        block -> {
          sink.accept(block);
          negative.inspect(first, block);
        });
    CheckResult.join(comm, List.of(negative));
  }

  private RowLookup masses() {
    long first = shares.start(comm.rank());
    double[] masses = sources.numbers(ParticleColumn.MASSES, first, shares.count(comm.rank()));
    ValueLoader.requireAll(
        ParticleColumn.MASSES, masses, masses.length, i -> sources.describeRow(first + i));
    return lookup(masses);
  }

  private List<RowLookup> velocities() {
    long first = shares.start(comm.rank());
    int rows = (int) shares.count(comm.rank());
    double[][] velocity = new double[3][rows];
    double toPeculiar = sources.factor(ParticleColumn.VELOCITIES);
    sources.readInParts(
        ParticleColumn.VELOCITIES,
        first,
        rows,
        block -> {
          long start = first + block.row();
          double[] stored = block.doubles();
          ValueLoader.requireAll(
              ParticleColumn.VELOCITIES,
              stored,
              block.count(),
              i -> sources.describeRow(start + i));
          for (int i = 0; i < block.length(); i++) {
            velocity[i % 3][(int) block.row() + i / 3] = toPeculiar * stored[i];
          }
        });
    return Arrays.stream(velocity).map(this::lookup).toList();
  }

  private RowLookup lookup(double[] values) {
    return new RowLookup(comm, shares, row -> Double.doubleToRawLongBits(values[(int) row]), 0);
  }
}
