package org.jzfof.snapshot.particles;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.config.Property;
import org.jzfof.config.RunOptions;
import org.jzfof.config.SphereOptions;
import org.jzfof.hdf5.Hdf5Library;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The columns that a search requires in addition to positions, velocities and masses.
 *
 * @param ids whether IDs are required
 * @param others optional columns, each with the consequence of its absence for the groups
 * @param threads maximum number of simultaneous readers of this rank; 0 for the number of cores
 * @param spheres options of the spheres, which count particles of other types too
 * @param apertures whether apertures, which also count particles of other types, are measured
 * @param scaleFactors column with the scale factors of a light cone, which all types must have;
 *     empty for a snapshot
 */
public record RequiredColumns(
    boolean ids,
    Map<ParticleColumn, String> others,
    int threads,
    SphereOptions spheres,
    boolean apertures,
    Optional<ParticleColumn> scaleFactors) {
  /** The columns that a run requires. */
  public static RequiredColumns of(RunOptions options) {
    Map<ParticleColumn, String> others = new LinkedHashMap<>();
    if (options.subhaloes().wanted()) {
      others.put(ParticleColumn.THERMAL_ENERGIES, "gas is bound in subhaloes as if it were cold");
    }
    if (options.spheres().properties().contains(Property.SFR)) {
      others.put(ParticleColumn.STAR_FORMATION_RATES, "no star formation is known of gas");
    }
    int threads = options.execution().computer().threads();
    boolean apertures = !options.subhaloes().apertures().isEmpty();
    return new RequiredColumns(
        options.ids(),
        others,
        threads,
        options.spheres(),
        apertures,
        options
            .groups()
            .particles()
            .headers()
            .lightcone()
            .map(cone -> ParticleColumn.scaleFactors(cone.scaleFactors())));
  }

  /** Columns whose datasets are checked in all files. */
  List<ParticleColumn> checked() {
    return Stream.concat(ParticleColumn.COMMON.stream(), scaleFactors.stream()).toList();
  }

  /** Maximum number of simultaneous readers. */
  int readers() {
    int cores = Hdf5Library.readingThreads();
    return threads == 0 ? cores : Math.min(threads, cores);
  }

  /** The columns of a search without spheres and optional columns. */
  public static RequiredColumns ofIds(boolean ids) {
    return new RequiredColumns(ids, Map.of(), 0, SphereOptions.NONE, false, Optional.empty());
  }
}
