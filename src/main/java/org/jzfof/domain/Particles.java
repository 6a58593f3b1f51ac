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
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved; closed once they are in
 *     Morton order
 * @param others the other columns that were read [width·n], in the stored precision: integers I64,
 *     real numbers F32 or F64; {@link #ids} are always among them
 * @param types U8 [n], or null if all rows have {@code onlyType}
 * @param onlyType the type of all rows when {@code types} is null
 * @param massOfType mass per type [types]; 0 for a type whose particles have individual masses
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
   * @param velocities F32 or F64 [3n], or null
   * @param masses F32 or F64 [n], or null
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

  /**
   * A column, with 0 for particles of types without it; null if no type has it or it was not read.
   */
  public DeviceArray column(ParticleColumn column) {
    return others.get(column);
  }

  /** I64 [n] particle IDs. */
  public DeviceArray ids() {
    return column(ParticleColumn.IDS);
  }

  /** F32 or F64 [3n] stored velocities, or null without velocities. */
  public DeviceArray velocities() {
    return column(ParticleColumn.VELOCITIES);
  }

  /**
   * F32 or F64 [n], or null if every type has one mass. Values of particles of a type with one mass
   * are undefined.
   */
  public DeviceArray masses() {
    return column(ParticleColumn.MASSES);
  }

  /** The same arrays with other magnitudes; only one of both is closed. */
  public Particles with(Magnitudes others) {
    return new Particles(count, positions, this.others, types, onlyType, massOfType, others);
  }

  /**
   * Sends the particles to other ranks and returns those that arrive at this rank. This object is
   * closed. Every rank calls it.
   */
  public Particles redistribute(Redistribution redistribution) {
    try (this;
        Scope sent = new Scope()) {
      DeviceArray newPositions = sent.add(redistribution.send(positions, 3));
      Map<ParticleColumn, DeviceArray> columns = new LinkedHashMap<>();
      others.forEach(
          (column, array) ->
              columns.put(column, sent.add(redistribution.send(array, column.width()))));
      DeviceArray newTypes = types == null ? null : sent.add(redistribution.send(types, 1));
      return sent.keep(
          new Particles(
              redistribution.count(),
              newPositions,
              columns,
              newTypes,
              onlyType,
              massOfType,
              magnitudes));
    }
  }

  @Override
  public void close() {
    Stream<DeviceArray> all = Stream.concat(Stream.of(positions, types), others.values().stream());
    Cleanup.close(all.toArray(AutoCloseable[]::new));
  }
}
