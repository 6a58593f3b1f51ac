package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.config.SphereOptions;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Particle types that are neither linked nor attached, but count in spheres around groups. Types
 * without coordinates, such as tracers, do not count.
 *
 * @param types particle types, increasing
 * @param obstacle reason why a run measures no default spheres, or null
 */
record SurroundingTypes(int[] types, String obstacle) {
  private static final SurroundingTypes NONE = new SurroundingTypes(new int[0], null);

  /**
   * @param used particle types that are read in any case, increasing
   * @param open whether the box is not periodic
   */
  static SurroundingTypes of(Snapshot snapshot, RequiredColumns needs, int[] used, boolean open) {
    SphereOptions spheres = needs.spheres();
    if (!spheres.enabled() && !needs.apertures()) {
      return NONE;
    }
    int[] present = present(snapshot);
    requirePresent(snapshot, spheres.types(), present);
    int[] others =
        Arrays.stream(present)
            .filter(t -> spheres.counts(t) && Arrays.binarySearch(used, t) < 0)
            .toArray();
    Optional<String> obstacle =
        spheres.asked() ? Optional.empty() : obstacle(snapshot, others, open);
    boolean counted = needs.apertures() || obstacle.isEmpty();
    return new SurroundingTypes(counted ? others : new int[0], obstacle.orElse(null));
  }

  /** Particle types with particles that have coordinates. */
  private static int[] present(Snapshot snapshot) {
    long[] counts = snapshot.header().counts();
    return IntStream.range(0, counts.length)
        .filter(t -> counts[t] > 0 && snapshot.has(ParticleColumn.COORDINATES, t))
        .toArray();
  }

  private static void requirePresent(Snapshot snapshot, int[] types, int[] present) {
    for (int type : types == null ? present : types) {
      if (Arrays.binarySearch(present, type) < 0) {
        throw new SnapshotException(
            "--so-types has %d, and %s has no particles of type %d with coordinates: choose from %s"
                .formatted(
                    type,
                    snapshot.header().pieces().get(0).file(),
                    type,
                    Arrays.stream(present)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private static Optional<String> obstacle(Snapshot snapshot, int[] others, boolean open) {
    SnapshotHeader header = snapshot.header();
    if (!header.epoch().timed()) {
      return Optional.of("on a light cone only those that --so names are measured");
    }
    if (open) {
      return Optional.of("the box is open");
    }
    if (snapshot.notes().isSampled()) {
      return Optional.of("the snapshot holds a sample of the particles, with masses of their own");
    }
    Optional<String> unknown = header.expansion().obstacle();
    if (unknown.isPresent()) {
      return unknown;
    }
    return Arrays.stream(others)
        .filter(type -> !snapshot.has(ParticleColumn.MASSES, type))
        .mapToObj("particles of type %d have no masses"::formatted)
        .findFirst();
  }
}
