package org.jzfof.domain;

import java.util.Objects;
import java.util.stream.Stream;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * The particles of one rank, as device columns in row order (the order in which they arrived).
 *
 * @param count rows n
 * @param positions I32 [3n] fixed-point coordinates, x, y, z interleaved
 * @param ids I64 [n] particle IDs
 * @param velocities F32 or F64 [3n] stored velocities, or null where there are none
 * @param masses F32 or F64 [n], or null where every type has one mass; of types that have one, no
 *     matter what
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
    DeviceArray types,
    int onlyType,
    double[] massOfType,
    Magnitudes magnitudes)
    implements AutoCloseable {

  /** The particles that come to this rank; those here are closed. Every rank calls it. */
  public Particles sendAlong(Redistribution way) {
    try (this) {
      return new Particles(
          way.count(),
          way.send(positions, 3),
          way.send(ids, 1),
          velocities == null ? null : way.send(velocities, 3),
          masses == null ? null : way.send(masses, 1),
          types == null ? null : way.send(types, 1),
          onlyType,
          massOfType,
          magnitudes);
    }
  }

  @Override
  public void close() {
    Cleanup.all(
        Stream.of(positions, ids, velocities, masses, types)
            .filter(Objects::nonNull)
            .<Runnable>map(column -> column::close)
            .toList());
  }
}
