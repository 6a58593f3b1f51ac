package org.jzfof.subhalo;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.centres.Softening;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.pipeline.stages.LightconeSearch;
import org.jzfof.snapshot.file.ParticleColumn;

/** Groups of a light cone, with physics that differ from time to time. */
final class GroupTimes {
  private static final Lightcone CONE =
      new Lightcone(
          List.of(Path.of("cone")), Optional.empty(), 1, Optional.empty(), Optional.empty());

  static final LightconeSearch SEARCH = new LightconeSearch(CONE, false, null, null);
  static final ParticleColumn COLUMN = ParticleColumn.scaleFactors(CONE.scaleFactors());

  private GroupTimes() {}

  /** In steps, so that the rounding of mean scale factors does not matter; NaN for a snapshot. */
  static SubhaloPhysics physics(double scaleFactor) {
    double a = Double.isNaN(scaleFactor) ? 0.5 : Math.rint(16 * scaleFactor) / 16;
    return new SubhaloPhysics(
        Softening.plummer(0.02 * a), 0.5 / a, 10 * a, a, false, List.of(0.04 * a, 0.2 * a));
  }

  private static float scaleFactor(OracleParticles all, int row) {
    return (float) (0.25 + 0.05 * all.map().toLength(all.place()[3 * row], 0));
  }

  static float[] scaleFactors(OracleParticles all, int... rows) {
    float[] scaleFactors = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      scaleFactors[i] = scaleFactor(all, rows[i]);
    }
    return scaleFactors;
  }

  /** The mean scale factor of a group. */
  static double mean(OracleParticles all, int... group) {
    double mass = Arrays.stream(group).mapToDouble(i -> all.mass()[i]).sum();
    return Arrays.stream(group).mapToDouble(i -> all.mass()[i] * scaleFactor(all, i)).sum() / mass;
  }
}
