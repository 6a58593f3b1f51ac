package org.jzfof.domain;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;

/**
 * The particles of one rank, as device columns in row order (the order in which they arrived).
 *
 * @param count rows n
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved; closed when they have
 *     been put in Morton order
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
    implements AutoCloseable {

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

  /** The particles that come to this rank; those here are closed. Every rank calls it. */
  public Particles sendAlong(Redistribution way) {
    try (this;
        Scope sent = new Scope()) {
      return sent.keep(
          new Particles(
              way.count(),
              sent.add(way.send(positions, 3)),
              sent.add(way.send(ids, 1)),
              velocities == null ? null : sent.add(way.send(velocities, 3)),
              masses == null ? null : sent.add(way.send(masses, 1)),
              thermal == null ? null : sent.add(way.send(thermal, 1)),
              types == null ? null : sent.add(way.send(types, 1)),
              onlyType,
              massOfType,
              magnitudes));
    }
  }

  @Override
  public void close() {
    Cleanup.close(positions, ids, velocities, masses, thermal, types);
  }
}
