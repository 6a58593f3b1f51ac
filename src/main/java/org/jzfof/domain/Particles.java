package org.jzfof.domain;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jzfof.comm.device.PendingRows;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;

/**
 * The particles of one rank, as device columns in row order (the order in which they arrived).
 *
 * @param count rows n
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved; null where they have been
 *     put in Morton order
 * @param ids I64 [n] particle IDs
 * @param velocities F32 or F64 [3n] stored velocities, or null where there are none
 * @param masses F32 or F64 [n], or null where every type has one mass; of types that have one, no
 *     matter what
 * @param thermal F32 or F64 [n] stored thermal energies per unit mass, 0 but for gas, or null where
 *     they are not wanted
 * @param types U8 [n], or null where all rows are of {@code onlyType}
 * @param onlyType the type of all rows when {@code types} is null
 * @param massOfType mass per type [types]; 0 where each particle has its own
 * @param magnitudes of masses and velocities over all ranks
 */
public record Particles(
    long count,
    DeviceArray positions,
    DeviceArray ids,
    DeviceArray velocities,
    DeviceArray masses,
    DeviceArray thermal,
    DeviceArray types,
    int onlyType,
    double[] massOfType,
    Magnitudes magnitudes)
    implements IncomingParticles {

  /** Particles whose thermal energies are not wanted. */
  public Particles(
      long count,
      DeviceArray positions,
      DeviceArray ids,
      DeviceArray velocities,
      DeviceArray masses,
      DeviceArray types,
      int onlyType,
      double[] massOfType,
      Magnitudes magnitudes) {
    this(count, positions, ids, velocities, masses, null, types, onlyType, massOfType, magnitudes);
  }

  @Override
  public Particles columns() {
    return new Particles(
        count, null, ids, velocities, masses, thermal, types, onlyType, massOfType, magnitudes);
  }

  @Override
  public boolean complete() {
    return true;
  }

  @Override
  public long bytesPerRow() {
    int bytes = 3 * Integer.BYTES + ids.type().bytes();
    bytes += velocities == null ? 0 : 3 * velocities.type().bytes();
    for (DeviceArray column : new DeviceArray[] {masses, thermal, types}) {
      bytes += column == null ? 0 : column.type().bytes();
    }
    return bytes;
  }

  @Override
  public void check() {
    // Nothing is on the way.
  }

  /** The particles that come to this rank; those here are closed. Every rank calls it. */
  public Particles sendAlong(Redistribution way) {
    try (this;
        Scope sent = new Scope()) {
      return sent.keep(map(way.count(), (column, width) -> sent.add(way.send(column, width))));
    }
  }

  /**
   * As {@link #sendAlong}, beside what is started on the device from now on; these are closed when
   * they have arrived.
   *
   * @param way open until then
   */
  public Pending beginAlong(Redistribution way) {
    try (Scope made = new Scope()) {
      made.add(this);
      List<PendingRows> columns = new ArrayList<>();
      map(
          way.count(),
          (column, width) -> {
            columns.add(made.add(way.begin(column, width)));
            return column;
          });
      return made.keep(new Pending(this, way.count(), columns));
    }
  }

  /**
   * Particles on their way to this rank.
   *
   * @param sent those that this rank sends
   * @param count of those that come
   * @param columns of these
   */
  public record Pending(Particles sent, long count, List<PendingRows> columns)
      implements AutoCloseable {
    /** The particles, for work that is started on the device from now on; called once. */
    public Particles arrived() {
      try (this;
          Scope made = new Scope()) {
        Iterator<PendingRows> next = columns.iterator();
        return made.keep(sent.map(count, (column, width) -> made.add(next.next().arrived())));
      }
    }

    @Override
    public void close() {
      Cleanup.close(columns.toArray(AutoCloseable[]::new));
      sent.close();
    }
  }

  /** What becomes of a column. */
  @FunctionalInterface
  private interface ColumnStep {
    /**
     * @param width elements per row
     */
    DeviceArray apply(DeviceArray column, int width);
  }

  /** Other particles of the same types, each of whose columns is made of one of these, in turn. */
  private Particles map(long rows, ColumnStep step) {
    return new Particles(
        rows,
        positions == null ? null : step.apply(positions, 3),
        step.apply(ids, 1),
        velocities == null ? null : step.apply(velocities, 3),
        masses == null ? null : step.apply(masses, 1),
        thermal == null ? null : step.apply(thermal, 1),
        types == null ? null : step.apply(types, 1),
        onlyType,
        massOfType,
        magnitudes);
  }

  @Override
  public void close() {
    Cleanup.close(positions, ids, velocities, masses, thermal, types);
  }
}
