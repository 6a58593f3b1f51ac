package org.jzfof.domain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jzfof.comm.device.PendingRows;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The particles of one rank, as device columns in row order (the order in which they arrived).
 *
 * @param count rows n
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved; null where they have been
 *     put in Morton order
 * @param others the other columns that were read, as they are stored [width·n]: integers I64, real
 *     numbers F32 or F64; there are always {@link #ids}
 * @param types U8 [n], or null where all rows are of {@code onlyType}
 * @param onlyType the type of all rows when {@code types} is null
 * @param massOfType mass per type [types]; 0 where each particle has its own
 * @param magnitudes of masses and velocities over all ranks
 */
public record Particles(
    long count,
    DeviceArray positions,
    Map<ParticleColumn, DeviceArray> others,
    DeviceArray types,
    int onlyType,
    double[] massOfType,
    Magnitudes magnitudes)
    implements IncomingParticles {

  public Particles {
    others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
  }

  /**
   * Particles with the common columns.
   *
   * @param velocities as for {@link #velocities()}
   * @param masses as for {@link #masses()}
   */
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
    this(
        count,
        positions,
        columns(ids, velocities, masses),
        types,
        onlyType,
        massOfType,
        magnitudes);
  }

  private static Map<ParticleColumn, DeviceArray> columns(
      DeviceArray ids, DeviceArray velocities, DeviceArray masses) {
    Map<ParticleColumn, DeviceArray> columns = new LinkedHashMap<>();
    columns.put(ParticleColumn.IDS, ids);
    columns.put(ParticleColumn.VELOCITIES, velocities);
    columns.put(ParticleColumn.MASSES, masses);
    columns.values().removeIf(Objects::isNull);
    return columns;
  }

  /** A column, 0 of types that have none; null where it was not read of any. */
  public DeviceArray column(ParticleColumn column) {
    return others.get(column);
  }

  /** I64 [n] particle IDs. */
  public DeviceArray ids() {
    return column(ParticleColumn.IDS);
  }

  /** F32 or F64 [3n] stored velocities, or null where there are none. */
  public DeviceArray velocities() {
    return column(ParticleColumn.VELOCITIES);
  }

  /**
   * F32 or F64 [n], or null where every type has one mass; of types that have one, no matter what.
   */
  public DeviceArray masses() {
    return column(ParticleColumn.MASSES);
  }

  @Override
  public Particles columns() {
    return new Particles(count, null, others, types, onlyType, massOfType, magnitudes);
  }

  @Override
  public boolean complete() {
    return true;
  }

  @Override
  public long bytesPerRow() {
    long bytes = 3L * Integer.BYTES + (types == null ? 0 : types.type().bytes());
    for (Map.Entry<ParticleColumn, DeviceArray> of : others.entrySet()) {
      bytes += (long) of.getKey().width() * of.getValue().type().bytes();
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
    DeviceArray places = positions == null ? null : step.apply(positions, 3);
    Map<ParticleColumn, DeviceArray> made = new LinkedHashMap<>();
    others.forEach((column, array) -> made.put(column, step.apply(array, column.width())));
    DeviceArray madeTypes = types == null ? null : step.apply(types, 1);
    return new Particles(rows, places, made, madeTypes, onlyType, massOfType, magnitudes);
  }

  @Override
  public void close() {
    Stream<DeviceArray> all = Stream.concat(Stream.of(positions, types), others.values().stream());
    Cleanup.close(all.toArray(AutoCloseable[]::new));
  }
}
