package org.jzfof.domain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The particles of one rank, as device columns in row order (the order in which they arrived).
 *
 * @param count rows n
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved; closed when they have
 *     been put in Morton order
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
    implements AutoCloseable {

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

  /** The particles that come to this rank; those here are closed. Every rank calls it. */
  public Particles sendAlong(Redistribution way) {
    try (this;
        Scope sent = new Scope()) {
      DeviceArray places = sent.add(way.send(positions, 3));
      Map<ParticleColumn, DeviceArray> columns = new LinkedHashMap<>();
      others.forEach(
          (column, array) -> columns.put(column, sent.add(way.send(array, column.width()))));
      DeviceArray ofTypes = types == null ? null : sent.add(way.send(types, 1));
      return sent.keep(
          new Particles(way.count(), places, columns, ofTypes, onlyType, massOfType, magnitudes));
    }
  }

  @Override
  public void close() {
    Stream<DeviceArray> all = Stream.concat(Stream.of(positions, types), others.values().stream());
    Cleanup.close(all.toArray(AutoCloseable[]::new));
  }
}
