package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.error.Scope;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.threads.Parallel;

/**
 * Particles of several light cones of a run, each of them once. A particle that is in two cones has
 * the same position and ID in both; its periodic images have other positions.
 *
 * @param particles first of the particles at each position with each ID
 * @param row row among these of each of the given particles; null if all are distinct
 * @param repeated number of given particles that are left out
 * @param own number of these that count in this search, rather than in that of another slice
 */
record DistinctParticles(Particles particles, int[] row, long repeated, long own) {
  /** Position and ID of a particle. */
  private record Identity(int x, int y, int z, long id) {}

  /**
   * Leaves repeated particles out; equal positions must be on the same rank.
   *
   * @param given particles of a rank; closed
   */
  static DistinctParticles of(Particles given, LightconeSearch search, Backend backend) {
    int[] positions = backend.memory().toInts(given.positions());
    int[] first = firstRows(given, backend, positions);
    int[] kept = IntStream.range(0, first.length).filter(i -> first[i] == i).toArray();
    if (kept.length == first.length) {
      return new DistinctParticles(given, null, 0, 0);
    }
    long own =
        IntStream.range(0, first.length)
            .filter(i -> first[i] != i)
            .filter(i -> search.owns(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]))
            .count();
    int[] row = new int[first.length];
    for (int k = 0; k < kept.length; k++) {
      row[kept[k]] = k;
    }
    for (int i = 0; i < row.length; i++) {
      row[i] = row[first[i]];
    }
    try (given;
        Scope made = new Scope();
        DeviceArray rows = backend.memory().upload(kept)) {
      Particles distinct = made.add(gather(given, backend.particles(), rows));
      return made.keep(new DistinctParticles(distinct, row, row.length - kept.length, own));
    }
  }

  private static Particles gather(Particles given, ParticleKernels kernels, DeviceArray rows) {
    try (Scope made = new Scope()) {
      DeviceArray positions = made.add(kernels.gather(given.positions(), 3, rows));
      Map<ParticleColumn, DeviceArray> others = new LinkedHashMap<>();
      given
          .others()
          .forEach(
              (column, array) ->
                  others.put(column, made.add(kernels.gather(array, column.width(), rows))));
      DeviceArray types =
          given.types() == null ? null : made.add(kernels.gather(given.types(), 1, rows));
      return made.keep(
          new Particles(
              rows.length(),
              positions,
              others,
              types,
              given.onlyType(),
              given.massOfType(),
              given.magnitudes()));
    }
  }

  /** Returns the first row with the position and ID of each row. */
  private static int[] firstRows(Particles given, Backend backend, int[] positions) {
    int[] first = IntStream.range(0, positions.length / 3).toArray();
    int[] candidates = atSharedPlaces(positions);
    long[] ids = ids(given, backend, candidates);
    Map<Identity, Integer> known = new HashMap<>();
    for (int c = 0; c < candidates.length; c++) {
      int i = candidates[c];
      Identity identity =
          new Identity(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2], ids[c]);
      Integer earlier = known.putIfAbsent(identity, i);
      first[i] = earlier == null ? i : earlier;
    }
    return first;
  }

  private static long[] ids(Particles given, Backend backend, int[] rows) {
    try (DeviceArray at = backend.memory().upload(rows);
        DeviceArray ids = backend.particles().gather(given.ids(), 1, at)) {
      return backend.memory().toLongs(ids);
    }
  }

  /** Returns the rows, increasing, that probably have the position of another row. */
  private static int[] atSharedPlaces(int[] positions) {
    long[] places = new long[positions.length / 3];
    Parallel.forEach(
        places.length,
        Parallel.GRAIN,
        i -> places[i] = hash(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
    long[] sorted = places.clone();
    Parallel.sort(sorted);
    long[] shared =
        IntStream.range(1, sorted.length)
            .filter(i -> sorted[i] == sorted[i - 1])
            .mapToLong(i -> sorted[i])
            .distinct()
            .toArray();
    return shared.length == 0
        ? new int[0]
        : IntStream.range(0, places.length)
            .filter(i -> Arrays.binarySearch(shared, places[i]) >= 0)
            .toArray();
  }

  /** Mixes a position into 64 bits, so that different ones rarely agree. */
  private static long hash(int x, int y, int z) {
    long mixed = (x * 0x9e3779b97f4a7c15L ^ y) * 0xbf58476d1ce4e5b9L;
    return ((mixed ^ mixed >>> 32) + z) * 0x94d049bb133111ebL;
  }

  /**
   * Returns labels of the given particles.
   *
   * @param labels I32 labels of the distinct ones; closed if others are returned; may be null
   */
  static DeviceArray ofGiven(DeviceArray labels, List<DistinctParticles> parts, Backend backend) {
    if (labels == null || parts.stream().allMatch(part -> part.row == null)) {
      return labels;
    }
    int[] rows = new int[parts.stream().mapToInt(DistinctParticles::given).sum()];
    int at = 0;
    int start = 0;
    for (DistinctParticles part : parts) {
      for (int i = 0; i < part.given(); i++) {
        rows[at++] = start + (part.row == null ? i : part.row[i]);
      }
      start += (int) part.particles.count();
    }
    try (labels;
        DeviceArray all = backend.memory().upload(rows)) {
      return backend.particles().gather(labels, 1, all);
    }
  }

  private int given() {
    return Math.toIntExact(particles.count() + repeated);
  }
}
